import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { openDatabase } from "../../../app/services/storage.ts";
import type { ServerSettingStore } from "../../../modules/administration/index.ts";
import { createServerSettingStore } from "./server-setting.store.ts";

onEachDatabase((kind, create) => {
  describe(`settings of the server on ${kind}`, () => {
    let database: TestDatabase;
    let settings: ServerSettingStore;
    let close: () => Promise<void>;
    beforeEach(async () => {
      database = await create();
      const db = await openDatabase(database.settings, silentLog);
      settings = createServerSettingStore(db);
      close = () => db.destroy();
    });
    afterEach(async () => {
      await close();
      await database.remove();
    });

    it("PAGES-5 if several changes are based on the same text, one of them is written", async () => {
      const replaceAll = (before: string | undefined, texts: readonly string[]) =>
        Promise.all(texts.map((text) => settings.replace("schedule", before, text)));
      expect((await replaceAll(undefined, ["a", "b", "c"])).filter(Boolean)).toHaveLength(1);
      const first = await settings.read("schedule");
      expect((await replaceAll(first, ["d", "e"])).filter(Boolean)).toHaveLength(1);
      expect(await settings.replace("schedule", first, "late")).toBe(false);
      expect(await settings.replace("schedule", undefined, "late")).toBe(false);
      expect(await settings.replace("unknown", "a", "late")).toBe(false);
      expect(await settings.read("schedule")).toMatch(/^[de]$/);
      expect(await settings.read("unknown")).toBeUndefined();
    });
  });
});
