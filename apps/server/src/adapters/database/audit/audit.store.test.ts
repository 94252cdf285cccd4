import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import type { NewAuditLine } from "../../../modules/audit/index.ts";

const COMPANY = `
realm: acme
groups: []
users:
  - { username: ann, first_name: Ann, last_name: Zed, extension: 101, password: callpanel-demo }
  - { username: ben, first_name: Ben, last_name: Young, extension: 102, password: callpanel-demo }
`;

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`the audit log on ${kind}`, () => {
    const on = openStoresForEach(create, COMPANY);
    const setUp = async () => {
      const [ann, ben] = await Promise.all(["ann", "ben"].map((name) => on.stores.users.byUsername(name)));
      if (ann === undefined || ben === undefined) throw new Error("they are in the company");
      const realmId = ann.realm.id;
      const write = (at: number, more: Partial<NewAuditLine> = {}) =>
        on.stores.audit.add({
          realmId,
          at,
          act: "chat.kicked",
          way: "panel",
          by: ann.id,
          person: ben.id,
          object: { kind: "room", id: "7", name: "plans" },
          details: {},
          ...more,
        });
      return { ann, ben, realmId, write };
    };

    it("AUDIT-1 a line keeps the names of then, also when the accounts are removed", async () => {
      const { ann, ben, realmId, write } = await setUp();
      await write(1_000, { details: { from: "a", to: "b", days: 3, on: true, none: null } });
      await on.stores.company.atomically(async (company) => {
        await company.removeUser(ann.id);
        await company.removeUser(ben.id);
      });
      expect(await on.stores.audit.lines({ realmId, limit: 10 })).toEqual([
        {
          id: expect.any(Number),
          at: 1_000,
          act: "chat.kicked",
          way: "panel",
          by: { uid: String(ann.id), name: "Ann Zed" },
          person: { uid: String(ben.id), name: "Ben Young" },
          object: { kind: "room", id: "7", name: "plans" },
          details: { from: "a", to: "b", days: 3, on: true, none: null },
        },
      ]);
    });

    it("AUDIT-3 lines are found by company, thing, act, person and time, the latest first", async () => {
      const { ann, ben, realmId, write } = await setUp();
      await write(1_000);
      await write(2_000, { object: { kind: "room", id: "8", name: "other" } });
      await write(3_000, { act: "chat.invited", by: ben.id });
      await write(4_000, { by: null, way: "command", person: null, object: null });
      const times = async (query: Partial<Parameters<typeof on.stores.audit.lines>[0]>) =>
        (await on.stores.audit.lines({ realmId, limit: 10, ...query })).map(({ at }) => at);
      expect(await times({})).toEqual([4_000, 3_000, 2_000, 1_000]);
      expect(await times({ limit: 2 })).toEqual([4_000, 3_000]);
      expect(await times({ object: { kind: "room", id: "7" } })).toEqual([3_000, 1_000]);
      expect(await times({ act: "chat.invited" })).toEqual([3_000]);
      expect(await times({ by: ann.id })).toEqual([2_000, 1_000]);
      expect(await times({ from: 2_000, until: 4_000 })).toEqual([3_000, 2_000]);
      expect(await times({ realmId: realmId + 1 })).toEqual([]);
      const [, second] = await on.stores.audit.lines({ realmId, limit: 10 });
      expect(await times({ before: second?.id ?? 0 })).toEqual([2_000, 1_000]);
    });

    it("AUDIT-5 settings of chat and the company's kinds of presence are changed together with their lines", async () => {
      const { ann, realmId } = await setUp();
      const { audit, realmSettings, chatPresence } = on.stores;
      const values = { chat_keep_days: "30", chat_room_limits: "shorter", platform_name: "Acme" };
      await realmSettings.change(realmId, values, { userId: ann.id, at: 1_000 });
      await realmSettings.change(realmId, values, { userId: ann.id, at: 2_000 });
      expect((await realmSettings.of(realmId)).company).toMatchObject({
        platformName: "Acme",
        keep: { chatDays: 30, rooms: "shorter" },
      });
      const change = { by: ann.id, at: 3_000 };
      await chatPresence.addType(realmId, { name: "Out", type: "away" }, { ...change, most: 1 });
      expect(await chatPresence.addType(realmId, { name: "In", type: "away" }, { ...change, most: 1 })).toBe("tooMany");
      const [kind] = await chatPresence.types(realmId);
      const id = kind?.id ?? 0;
      await chatPresence.changeType(realmId, { id, name: "Out", type: "busy" }, change);
      expect(await chatPresence.removeType(realmId + 1, id, change)).toBeUndefined();
      await chatPresence.removeType(realmId, id, change);
      const object = { kind: "status", id: String(id), name: "Out" };
      const lines = await audit.lines({ realmId, limit: 10 });
      expect(lines.map(({ act, at, by, object: thing, details }) => [act, at, by?.name, thing, details])).toEqual([
        ["chat.statusRemoved", 3_000, "Ann Zed", object, {}],
        ["chat.statusChanged", 3_000, "Ann Zed", object, { from: "Out", to: "Out", fromType: "away", toType: "busy" }],
        ["chat.statusAdded", 3_000, "Ann Zed", object, { type: "away" }],
        [
          "company.setting",
          1_000,
          "Ann Zed",
          { kind: "setting", id: "platform_name", name: "platform_name" },
          { from: "callpanel", to: "Acme" },
        ],
        ["chat.companyKept", 1_000, "Ann Zed", null, { from: "forever", to: "30" }],
      ]);
    });

    it("AUDIT-4 old lines of one company are removed, a part at a time", async () => {
      const { realmId, write } = await setUp();
      for (const at of [1_000, 2_000, 3_000]) await write(at);
      expect(await on.stores.audit.removeBefore(realmId + 1, 9_000, 10)).toBe(0);
      expect(await on.stores.audit.removeBefore(realmId, 3_000, 1)).toBe(1);
      expect(await on.stores.audit.removeBefore(realmId, 3_000, 10)).toBe(1);
      expect(await on.stores.audit.removeBefore(realmId, 3_000, 10)).toBe(0);
      expect((await on.stores.audit.lines({ realmId, limit: 10 })).map(({ at }) => at)).toEqual([3_000]);
    });
  });
}

onEachDatabase(suite);
