import { clientIdSchema } from "@callpanel/contract";
import { expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import { seedDemoTexts } from "../../../modules/sms/index.ts";

const COMPANY = `
realm: demo
groups: [{ name: staff, permissions: [] }]
users:
  - { username: alice, first_name: Alice, last_name: Archer, extension: 101, password: callpanel-demo, groups: [staff] }
  - { username: bob, first_name: Bob, last_name: Brandt, extension: 102, password: callpanel-demo, groups: [staff] }
  - { username: carol, first_name: Carol, last_name: Chen, extension: 103, password: callpanel-demo, groups: [staff] }
queues: [{ number: 600, name: Office, members: [{ user: alice }, { user: bob }, { user: carol }] }]
numbers: [{ number: "+14165550170", name: Office texts, target: 600, sms: true }]
`;

onEachDatabase((kind, create) => {
  const open = openStoresForEach(create, COMPANY);

  it(`SMS-80 the demo company has conversations, some of them unread by alice, on ${kind}`, async () => {
    const { users, sms } = open.stores;
    const { users: people } = await users.search({ realmId: 1, words: [], start: 0, limit: 10 });
    await seedDemoTexts(sms, { realmId: 1, people, now: 1_800_000_000_000 });
    const page = async (username: string) =>
      sms.page({
        realmId: 1,
        dids: ["+14165550170"],
        userId: people.find((one) => one.username === username)?.id ?? 0,
        sort: "lm",
        descending: true,
        search: "",
        named: [],
        limit: 50,
        offset: 0,
      });
    const { total, unread, conversations } = await page("alice");
    expect([total, unread]).toEqual([4, 2]);
    expect((await page("bob")).unread).toBe(0);
    expect(conversations.map(({ isStopped }) => isStopped)).toEqual([false, false, false, true]);
    const all = await Promise.all(
      conversations.map(({ id }) => sms.history({ conversationId: id, before: undefined, limit: 50 })),
    );
    for (const { clientId } of all.flat()) expect(clientIdSchema.safeParse(clientId ?? "demo-none").success).toBe(true);
    // Nothing of it is sent.
    expect(new Set(all.flat().map(({ state }) => state))).toEqual(new Set(["received", "delivered"]));
  });
});
