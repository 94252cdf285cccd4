import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createStores, openDatabase } from "../../../app/services/storage.ts";
import { openKnownPlaces } from "../../../kernel/guard/known-places.ts";
import { createPinLock, type PinLock } from "../../../kernel/guard/pin-lock.ts";
import type { Tables } from "../index.ts";

const MINUTE_MS = 60_000;

onEachDatabase((kind, create) => {
  describe(`wrong PINs with ${kind}`, () => {
    let database: TestDatabase;
    let db: Kysely<Tables>;
    let lock: PinLock;
    let now: number;
    const restart = async (): Promise<void> => {
      db = await openDatabase(database.settings, silentLog);
      const { pinTries: store, knownPlaces } = createStores(db);
      const clock = { now: () => now };
      lock = createPinLock({
        store,
        known: await openKnownPlaces({ store: knownPlaces, clock, log: silentLog }),
        clock,
      });
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

    const box = (pin: string, secret = "2580", caller = "user 9") =>
      lock.tryPin({ kind: "voicemail", holder: "7", secret, caller, own: "user 7" }, () => pin === secret);
    const announcement = (pin: string, caller = "user 9") =>
      lock.tryPin({ kind: "announcement", holder: "demo 640", secret: "1234", caller }, () => pin === "1234");

    it("VM-41 a restart does not end a lock, time does; the next wrong PIN locks for twice as long", async () => {
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

    it("VM-41 parallel tries count too; a lock lasts at most a quarter of an hour; a day without a wrong PIN resets the count", async () => {
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

    it("VM-41 a new PIN starts without failures, and each caller has a separate lock", async () => {
      for (let tries = 0; tries < 5; tries += 1) await box("0");
      expect([await box("2580"), await box("1470", "1470")]).toEqual(["locked", "right"]);
      expect(await announcement("1234")).toBe("right");
    });

    it("ANN-17 wrong PINs of an announcement count over all calls, also after a restart", async () => {
      for (let tries = 0; tries < 5; tries += 1) expect(await announcement("9")).toBe("wrong");
      await db.destroy();
      await restart();
      expect([await announcement("1234"), await box("2580")]).toEqual(["locked", "right"]);
      await createStores(db).pinTries.forget({ kind: "announcement", holder: "demo 640" });
      expect(await announcement("1234")).toBe("right");
    });

    it("VM-41 ANN-17 strangers lock neither the owner's telephone nor a caller with an earlier correct PIN, also after a restart", async () => {
      expect(await announcement("1234", "user 3")).toBe("right");
      for (let tries = 0; tries < 20; tries += 1) {
        await box("0", "2580", `number ${tries}`);
        await announcement("9", `number ${tries}`);
      }
      await db.destroy();
      await restart();
      expect([await box("2580", "2580", "user 8"), await box("2580", "2580", "user 7")]).toEqual(["locked", "right"]);
      expect([await announcement("1234", "user 8"), await announcement("1234", "user 3")]).toEqual(["locked", "right"]);
      // They get no more tries than other callers.
      const tries = await Promise.all(Array.from({ length: 9 }, () => announcement("9", "user 3")));
      expect(tries.filter((one) => one === "wrong")).toHaveLength(5);
      await createStores(db).pinTries.forget({ kind: "announcement", holder: "demo 640" });
      expect(await announcement("1234", "user 3")).toBe("right");
      // A caller who knew the earlier PIN is a stranger to the new one.
      for (let more = 0; more < 5; more += 1) await box("0", "1470", "user 8");
      expect([await box("1470", "1470", "user 9"), await box("1470", "1470", "user 7")]).toEqual(["locked", "right"]);
    });
  });
});
