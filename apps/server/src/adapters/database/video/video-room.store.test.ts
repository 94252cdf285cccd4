import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";

const COMPANY = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo }
  - { username: ben, first_name: Ben, last_name: Young, extension: 102, password: callpanel-demo }
  - { username: cat, first_name: Cat, last_name: Xi, extension: 103, password: callpanel-demo }
`;
const SETTINGS = {
  sharedScreen: true,
  recording: false,
  callerIdName: "",
  callerIdNumber: "",
  phoneNumbers: ["+14165550100"],
  guestPin: "sealed1.x",
  adminPin: "",
};

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`video rooms on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    const setUp = async () => {
      const { users, videoRooms: rooms } = on.stores;
      const [ann, ben, cat] = await Promise.all(["ann", "ben", "cat"].map((name) => users.byUsername(name)));
      if (ann === undefined || ben === undefined || cat === undefined) throw new Error("they are in the company");
      let made = 0;
      const add = (name: string, most = -1, more: { userIds?: number[]; adminIds?: number[] } = {}) => {
        const key = `key${(made += 1)}`;
        const links = { version: 1, guest: `guest of ${key}`, admin: `admin of ${key}` };
        const people = { userIds: [], adminIds: [], ...more };
        const times = { createdAt: 1_000, expiresAt: 9_000, dynamic: false };
        return rooms.add(
          { realmId: ann.realm.id, ownerId: ann.id, key, links, name, settings: SETTINGS, ...people, ...times },
          most,
        );
      };
      const seen = async (userId: number, words: readonly string[] = []) => {
        const query = { realmId: ann.realm.id, userId, words, withDynamic: true, start: 0, limit: 10 };
        const { total, rooms: found } = await rooms.seenBy(query);
        expect(total).toBe(found.length);
        return found.map(({ name }) => name);
      };
      return { rooms, add, seen, ann, ben, cat };
    };

    it("VIDEO-2 VIDEO-4 a room is found by its people, and by parts of its name", async () => {
      const { add, seen, ann, ben, cat } = await setUp();
      await add("Zoo", -1, { userIds: [ben.id] });
      await add("Élan", -1, { userIds: [ann.id], adminIds: [cat.id] });
      await add("all");
      expect(await seen(ann.id)).toEqual(["all", "Élan", "Zoo"]);
      expect(await seen(ben.id)).toEqual(["all", "Zoo"]);
      expect(await seen(cat.id)).toEqual(["all", "Élan"]);
      expect(await seen(cat.id, ["ela"])).toEqual(["Élan"]);
    });

    it("VIDEO-2 a room of named people is not open to the company when they are removed", async () => {
      const { rooms, add, seen, ann, ben, cat } = await setUp();
      const one = await add("One", -1, { userIds: [ben.id] });
      const all = await add("All");
      if (one === undefined || all === undefined) throw new Error("they were added");
      expect([one.wholeCompany, all.wholeCompany]).toEqual([false, true]);
      await on.stores.company.atomically((company) => company.removeUser(ben.id));
      expect(await seen(cat.id)).toEqual(["All"]);
      expect(await rooms.byId(one.id)).toMatchObject({ wholeCompany: false, users: [{ name: "Ann Zed" }] });
      expect(await rooms.removeLeftBefore(0)).toBe(0);
      await on.stores.company.atomically((company) => company.removeUser(ann.id));
      expect(await seen(cat.id)).toEqual(["All"]);
      expect(await rooms.byId(one.id)).toMatchObject({ wholeCompany: false, users: [] });
      expect(await rooms.removeLeftBefore(0)).toBe(1);
      expect(await rooms.byId(one.id)).toBeUndefined();
      expect((await rooms.byId(all.id))?.wholeCompany).toBe(true);
    });

    it("VIDEO-7 if rooms are created at the same moment, the limit still holds", async () => {
      const { add } = await setUp();
      const made = await Promise.all(["a", "b", "c", "d"].map((name) => add(name, 2)));
      expect(made.filter((room) => room !== undefined)).toHaveLength(2);
    });

    it("VIDEO-3 VIDEO-11 VIDEO-12 people and links are replaced, and a room outlives the person who created it", async () => {
      const { rooms, add, ann, ben, cat } = await setUp();
      const room = await add("One", -1, { userIds: [ben.id], adminIds: [cat.id] });
      if (room === undefined) throw new Error("it was added");
      expect(room).toMatchObject({ owner: { name: "Ann Zed", extension: "101" }, settings: SETTINGS, linksVersion: 1 });
      const change = { name: "Two", settings: SETTINGS, userIds: [cat.id, ann.id], adminIds: [], expiresAt: 8_000 };
      expect(await rooms.change(room.id, change)).toMatchObject({
        name: "Two",
        expiresAt: 8_000,
        users: [{ name: "Ann Zed" }, { name: "Cat Xi" }],
        admins: [],
      });
      const links = { version: 2, guest: "g2", admin: "a2" };
      const order = { by: ben.id, at: 5_000 };
      expect(await rooms.renewLinks(room.id, links, order)).toMatchObject({ linksVersion: 2 });
      const found = await Promise.all(["g2", "a2", "g1"].map((digest) => rooms.byLink(digest)));
      expect(found.map((one) => [one?.room.id, one?.role])).toEqual([
        [room.id, "guest"],
        [room.id, "admin"],
        [undefined, undefined],
      ]);
      await on.stores.company.atomically((company) => company.removeUser(ann.id));
      expect(await rooms.byId(room.id)).toMatchObject({ owner: undefined, users: [{ name: "Cat Xi" }] });
      await rooms.remove(room.id, order);
      const acts = await on.stores.audit.lines({ realmId: room.realmId, limit: 2 });
      expect(acts.map(({ act, at }) => [act, at])).toEqual([
        ["video.deleted", 5_000],
        ["video.linksRenewed", 5_000],
      ]);
      expect([await rooms.byId(room.id), await rooms.change(room.id, change)]).toEqual([undefined, undefined]);
    });
  });
}

onEachDatabase(suite);
