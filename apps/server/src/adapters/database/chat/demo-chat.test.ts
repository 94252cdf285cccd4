import { expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { applyCompany, createDemoCompany } from "../../../modules/administration/index.ts";
import { seedDemoChat } from "../../../modules/chat/index.ts";

onEachDatabase((kind, create) => {
  const open = openStoresForEach(create, "realm: demo");

  it(`CHAT-120 in the demo company everybody is in general, carol and dave are in support, and only alice has something to read, on ${kind}`, async () => {
    const { company, users, chat } = open.stores;
    await applyCompany(company, createDemoCompany());
    const { users: people } = await users.search({ realmId: 1, words: [], start: 0, limit: 100 });
    await seedDemoChat(chat, { realmId: 1, people, now: 1_800_000_000_000 });
    const roomsOf = async (username: string) => {
      const rooms = await chat.roomsOf(people.find((one) => one.username === username)?.id ?? 0);
      return rooms.map(({ room: { type, name, n }, usersCount, people: pair, member }) => {
        const title = pair.find((one) => one.username !== username)?.username ?? name;
        return `${type} ${title} of ${usersCount}, ${n - (member?.read ?? Number.NaN)} unread`;
      });
    };
    expect((await roomsOf("alice")).toSorted()).toEqual([
      "c callers of 6, 1 unread",
      "c general of 22, 2 unread",
      "d bob of 2, 1 unread",
      "d carol of 2, 0 unread",
      "p leads of 3, 0 unread",
    ]);
    expect((await roomsOf("dave")).toSorted()).toEqual([
      "c callers of 6, 0 unread",
      "c general of 22, 0 unread",
      "p support of 2, 0 unread",
    ]);
    expect(await roomsOf("carol")).toContain("p support of 2, 0 unread");
    expect([await roomsOf("viktor"), await roomsOf("erin"), await roomsOf("frank")]).toEqual([
      ["c general of 22, 0 unread"],
      [],
      [],
    ]);
  });
});
