import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { NOTHING_SET, type BlockedNumber, type CallHandling } from "../../../modules/call-handling/index.ts";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";

const ACME = `
realm: acme
users:
  - { username: ann, first_name: Ann, last_name: Ames, extension: 101, password: a-good-password }
  - { username: ben, first_name: Ben, last_name: Bell, extension: 102, password: a-good-password }
queues: [{ number: 600, name: Support }]
toggles: [{ number: 650, name: Day and night, a: 600, b: 102 }]
`;
const FULL: CallHandling = {
  ...NOTHING_SET,
  doNotDisturb: true,
  callWaiting: false,
  intercom: { deskPhoneEnabled: false, callPanelEnabled: true, clearlyAnywhereEnabled: false },
  forward: { enabled: true, number: "102" },
  followMe: { ...NOTHING_SET.followMe, enabled: true, prefix: `"'\\`, numbers: [{ number: "102", timeout: 9 }] },
  emergency: { emergency_callerid_callback_profile_id: 7, emergency_callerid_dispatchable_location_id: null },
};
const blocked = (match: string, parts: Partial<BlockedNumber> = {}): BlockedNumber => ({
  id: 0,
  name: `name of ${match}`,
  number: match,
  match,
  ...parts,
});

onEachDatabase((kind: string, create: () => Promise<TestDatabase>) => {
  describe(`call handling on ${kind}`, () => {
    const on = openStoresForEach(create, ACME);
    let userId: number;
    beforeEach(async () => {
      userId = (await on.stores.users.byUsername("ann"))?.id ?? 0;
    });
    const change = async (step: (before: CallHandling) => CallHandling): Promise<CallHandling> => {
      const changed = await on.stores.callHandling.change(userId, step);
      if (changed === undefined) throw new Error("no such user");
      return changed.after;
    };

    it("HANDLE-3 every setting is read back, and a setting that was never made is absent", async () => {
      expect((await on.stores.callHandling.changedSince(0)).people.size).toBe(0);
      await change(() => FULL);
      expect((await on.stores.callHandling.changedSince(0)).people).toEqual(new Map([[userId, FULL]]));
      await change((before) => ({ ...NOTHING_SET, doNotDisturb: before.doNotDisturb }));
      const { settings } = await on.db.selectFrom("call_handling").select("settings").executeTakeFirstOrThrow();
      expect(JSON.parse(settings)).toEqual({ doNotDisturb: true });
    });

    it("HANDLE-3 every change increments the revision, so that other processes read only what has changed", async () => {
      const start = await on.stores.callHandling.revision();
      const first = await on.stores.callHandling.change(userId, () => FULL);
      expect(first?.revision).toBe(start + 1);
      const ben = (await on.stores.users.byUsername("ben"))?.id ?? 0;
      await on.stores.callHandling.change(ben, (before) => ({ ...before, doNotDisturb: true }));
      const { revision, people } = await on.stores.callHandling.changedSince(start + 1);
      expect([revision, [...people.keys()]]).toEqual([start + 2, [ben]]);
    });

    it("HANDLE-3 changes at the same time lose nothing; an exception rolls the change back", async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          change((before) => ({ ...before, blacklist: [...before.blacklist, blocked(String(at))] })),
        ),
      );
      const refuse = (): CallHandling => {
        throw new Error("no");
      };
      await expect(change(refuse)).rejects.toThrow("no");
      const { blacklist } = await change((before) => before);
      expect(blacklist.map(({ match }) => match).toSorted()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    });

    it("BLACKLIST-1 entries keep their ids, can be changed and removed; the store itself refuses the same number twice", async () => {
      const [one, two] = (await change((before) => ({ ...before, blacklist: [blocked("1"), blocked("2")] }))).blacklist;
      if (one === undefined || two === undefined) throw new Error("not kept");
      const after = await change((before) => ({ ...before, blacklist: [{ ...two, name: "new", match: "1" }] }));
      expect(after.blacklist).toEqual([{ ...two, name: "new", match: "1" }]);
      await expect(
        change((before) => ({ ...before, blacklist: [...before.blacklist, blocked("1")] })),
      ).rejects.toThrow();
      expect((await change((before) => before)).blacklist).toHaveLength(1);
    });

    it("HANDLE-3 stores nothing for an unknown or a removed user", async () => {
      expect(await on.stores.callHandling.change(9_999, () => FULL)).toBeUndefined();
      await change(() => ({ ...FULL, blacklist: [blocked("1")] }));
      await on.stores.company.atomically((company) => company.removeUser(userId));
      expect((await on.stores.callHandling.changedSince(0)).people.size).toBe(0);
      expect(await on.db.selectFrom("blacklists").selectAll().execute()).toEqual([]);
    });

    it("HANDLE-3 settings that an earlier version stored are read unchanged", async () => {
      await sql`insert into call_handling (user_id, settings, revision)
        values (${userId}, '{"forward":{"enabled":true,"number":""},"followMe":{"enabled":true}}', 1)`.execute(on.db);
      const { people } = await on.stores.callHandling.changedSince(0);
      expect(people.get(userId)).toEqual({
        ...NOTHING_SET,
        forward: { enabled: true, number: "" },
        followMe: { ...NOTHING_SET.followMe, enabled: true },
      });
    });

    it("TOGGLEOPT-3 the active option is stored for each toggle, and removed together with the toggle", async () => {
      const start = await on.stores.toggles.revision();
      expect(await on.stores.toggles.set("acme", "650", (before) => (before === "A" ? "B" : "A"))).toBe("B");
      expect(await on.stores.toggles.all()).toEqual([{ realm: "acme", number: "650", active: "B" }]);
      expect(await on.stores.toggles.revision()).toBeGreaterThan(start);
      expect(await on.stores.toggles.set("acme", "650", (before) => (before === "A" ? "B" : "A"))).toBe("A");
      const { id = 0 } = (await on.stores.users.byId(userId))?.realm ?? {};
      await on.stores.company.atomically((company) => company.removeService(id, "650"));
      expect(await on.stores.toggles.all()).toEqual([]);
    });

    it("ADMIN-19 items of a realm are stored by kind and name, and belong to that realm only", async () => {
      const { id = 0 } = (await on.stores.users.byId(userId))?.realm ?? {};
      const profile = { kind: "emergency_profile", name: "desk", number: "5551234" } as const;
      await on.stores.company.atomically(async (company) => {
        await company.saveRealmItem(id, profile);
        await company.saveRealmItem(id, { ...profile, number: "5551235" });
        await company.saveRealmItem(id, { kind: "emergency_profile", name: "Annex", number: "1" });
      });
      const kept = await on.stores.realmSettings.of(id);
      expect(kept.emergency.profiles).toMatchObject([{ name: "Annex" }, { name: "desk", number: "5551235" }]);
      expect((await on.stores.realmSettings.of(id + 1)).emergency.profiles).toEqual([]);
    });
  });
});
