import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase, type TestDatabase } from "../../../test/test-databases.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { createStores, openDatabase } from "../../app/storage.ts";
import { createPinLock, type PinLock } from "../../kernel/pin-lock.ts";
import type { Tables } from "./index.ts";

const MINUTE_MS = 60_000;

onEachDatabase((kind, create) => {
  describe(`wrong PINs with ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let lock: PinLock;
    let now: number;
    const restart = async (): Promise<void> => {
      db = await openDatabase(database.settings, silentLog);
      lock = createPinLock({ store: createStores(db).pinTries, clock: { now: () => now } });
    };
    beforeEach(async () => {
      now = 1_800_000_000_000;
      database = await create();
      await restart();
    });
    afterEach(async () => {
      await db.destroy();
      await database.remove();
    });

    const box = (pin: string, secret = "2580") =>
      lock.tryPin({ kind: "voicemail", holder: "7", secret }, () => pin === secret);
    const announcement = (pin: string) =>
      lock.tryPin({ kind: "announcement", holder: "demo 640", secret: "1234" }, () => pin === "1234");

    it("VM-41 a restart does not open a lock; time does, and the next wrong one locks twice as long", async () => {
      for (let tries = 0; tries < 5; tries += 1) expect(await box("0")).toBe("wrong");
      expect(await box("2580")).toBe("locked");
      await db.destroy();
      await restart();
      now += MINUTE_MS - 1;
      expect(await box("2580")).toBe("locked");
      now += 1;
      expect(await box("0")).toBe("wrong");
      await db.destroy();
      await restart();
      now += 2 * MINUTE_MS - 1;
      expect(await box("2580")).toBe("locked");
      now += 1;
      expect([await box("2580"), await box("0"), await box("2580")]).toEqual(["right", "wrong", "right"]);
    });

    it("VM-41 tries made at once count too; a quarter of an hour is the longest, and a day without one forgets", async () => {
      const all = await Promise.all(Array.from({ length: 9 }, () => box("0")));
      expect(all.toSorted()).toEqual([...Array<string>(4).fill("locked"), ...Array<string>(5).fill("wrong")]);
      for (let tries = 0; tries < 6; tries += 1) {
        now += 15 * MINUTE_MS;
        expect(await box("0")).toBe("wrong");
      }
      now += 15 * MINUTE_MS - 1;
      expect(await box("2580")).toBe("locked");
      now += 24 * 60 * MINUTE_MS;
      for (let tries = 0; tries < 4; tries += 1) expect(await box("0")).toBe("wrong");
      expect(await box("2580")).toBe("right");
    });

    it("VM-41 a new PIN is guessed at anew, and another place is another lock", async () => {
      for (let tries = 0; tries < 5; tries += 1) await box("0");
      expect([await box("2580"), await box("1470", "1470")]).toEqual(["locked", "right"]);
      expect(await announcement("1234")).toBe("right");
    });

    it("ANN-17 wrong PINs of an announcement count over all calls, and over a restart", async () => {
      for (let tries = 0; tries < 5; tries += 1) expect(await announcement("9")).toBe("wrong");
      await db.destroy();
      await restart();
      expect([await announcement("1234"), await box("2580")]).toEqual(["locked", "right"]);
      await createStores(db).pinTries.forget({ kind: "announcement", holder: "demo 640" });
      expect(await announcement("1234")).toBe("right");
    });
  });
});
