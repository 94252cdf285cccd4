import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { openDatabase, createStores } from "../../../app/services/storage.ts";
import { applyCompany, createDemoCompany, parseCompanyFile } from "../../../modules/administration/index.ts";
import type { AnnouncementDraft } from "../../../modules/announcements/index.ts";
import type { Tables } from "../index.ts";

const DRAFT: AnnouncementDraft = {
  number: "640",
  name: "Hours",
  pin: "1234",
  language: "en",
  postDestination: "",
  text: "We are open",
  textType: "text",
  ttsLanguage: "en-US",
  voice: "",
  voiceCategory: "chirp3HD",
  pitch: -2.5,
  speed: 0.75,
  volumeGainDb: 0,
};

onEachDatabase((kind, create) => {
  describe(`announcements with ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let stores: ReturnType<typeof createStores>;
    beforeEach(async () => {
      database = await create();
      db = await openDatabase(database.settings, silentLog);
      stores = createStores(db);
      await applyCompany(stores.company, createDemoCompany());
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
    });

    it("ANN-3 an announcement and its number are added and removed together, and telephones see each change that concerns them", async () => {
      const { announcements, directory } = stores;
      const realmId = (await directory.snapshot("demo")).realmId ?? 0;
      const names = async () =>
        (await directory.numbersOf(realmId)).flatMap((one) => (one.kind === "announcement" ? [one.name] : []));
      const at = await directory.revision();
      const added = await announcements.add(realmId, DRAFT);
      expect(added).toMatchObject({ ...DRAFT, sound: null });
      const id = added?.id ?? 0;
      expect([await names(), await announcements.add(realmId, DRAFT)]).toEqual([["Hours"], undefined]);
      expect(await announcements.add(realmId, { ...DRAFT, number: "101" })).toBeUndefined();
      expect(await directory.revision()).toBe(at + 1);
      const sound = { id: "a".repeat(64), durationMs: 5 };
      expect(await announcements.change(realmId, id, { sound, text: "" })).toMatchObject({
        sound,
        text: "",
        speed: 0.75,
      });
      expect(await directory.revision()).toBe(at + 1);
      await announcements.change(realmId, id, { name: "Opening" });
      expect([await names(), await directory.revision()]).toEqual([["Opening"], at + 2]);
      expect(await announcements.byNumber("demo", "640")).toMatchObject({ id, name: "Opening", sound });
      expect(await announcements.byNumber("other", "640")).toBeUndefined();
      expect(await announcements.find(realmId + 1, id)).toBeUndefined();
      expect([await announcements.remove(realmId + 1, id), await announcements.remove(realmId, id)]).toEqual([
        false,
        true,
      ]);
      expect([await names(), await announcements.change(realmId, id, { pin: "1" })]).toEqual([[], undefined]);
    });

    it("ANN-18 what a number, a queue or another announcement leads to, or a queue plays, is not removed", async () => {
      const { announcements, company, directory } = stores;
      const realmId = (await directory.snapshot("demo")).realmId ?? 0;
      const id = (await announcements.add(realmId, DRAFT))?.id ?? 0;
      const apply = (text: string) => applyCompany(company, parseCompanyFile(`realm: demo\n${text}\n`));
      const refused = async (number: string) => {
        await expect(announcements.remove(realmId, id)).rejects.toMatchObject({
          code: "admin.stillLeads",
          details: { what: { kind: "announcement", name: "640" }, number },
        });
        expect(await announcements.find(realmId, id)).toBeDefined();
      };
      await apply('numbers: [{ number: "+14165550199", name: Hours, target: "640" }]');
      await refused("+14165550199");
      await apply('numbers: [{ number: "+14165550199", name: Hours, target: "101" }]');
      await apply('queues: [{ number: "602", name: Billing, greeting: "640" }]');
      await refused("602");
      await apply('queues: [{ number: "602", name: Billing, greeting: none, overflow_to: "640" }]');
      await refused("602");
      await apply('queues: [{ number: "602", name: Billing, overflow_to: none }]');
      const next = await announcements.add(realmId, { ...DRAFT, number: "641", postDestination: "640" });
      await refused("641");
      expect(await announcements.remove(realmId, next?.id ?? 0)).toBe(true);
      expect(await announcements.remove(realmId, id)).toBe(true);
    });

    it("ANN-1 lists by name and filters by the search; special characters in a search are literal", async () => {
      const { announcements, directory } = stores;
      const realmId = (await directory.snapshot("demo")).realmId ?? 0;
      const ids: number[] = [];
      for (const [number, name] of [
        ["640", "b 100%"],
        ["641", "Ä"],
        ["642", "c_d"],
      ] as const)
        ids.push((await announcements.add(realmId, { ...DRAFT, number, name }))?.id ?? 0);
      const list = async (over: object) => {
        const found = await announcements.list({ realmId, words: [], start: 0, limit: 10, ...over });
        return [found.total, ...found.announcements.map(({ name }) => name)];
      };
      expect(await list({})).toEqual([3, "Ä", "b 100%", "c_d"]);
      expect(await list({ start: 1, limit: 1 })).toEqual([3, "b 100%"]);
      expect(await list({ words: ["%"] })).toEqual([1, "b 100%"]);
      expect(await list({ words: ["_"] })).toEqual([1, "c_d"]);
      expect(await list({ words: ["' or 1=1 --"] })).toEqual([0]);
      expect(await list({ ids: ids.slice(1) })).toEqual([2, "Ä", "c_d"]);
      expect(await list({ ids: [] })).toEqual([0]);
    });
  });
});
