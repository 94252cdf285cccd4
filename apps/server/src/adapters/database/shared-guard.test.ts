import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase, type TestDatabase } from "../../../test/test-databases.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { openDatabase } from "../../app/services/storage.ts";
import { createGuard, type Attempt, type Guard } from "../../kernel/guard/guard.ts";
import { openKnownPlaces } from "../../kernel/guard/known-places.ts";
import { createSecretBox } from "../../kernel/secrets/secret-box.ts";
import { createTableShortLived, type Tables } from "./index.ts";
import { createKnownPlaceStore } from "./sign-in/known-place.store.ts";

const HERE: Attempt = { secret: "password", name: "alice", address: "192.0.2.1", by: "web" };

onEachDatabase((kind, create) => {
  describe(`the guards of two servers with ${kind}`, () => {
    let database: TestDatabase;
    let clock: FakeClock;
    let guards: readonly [Guard, Guard];
    const dbs: Array<Kysely<Tables>> = [];
    const server = async (): Promise<Guard> => {
      const db = await openDatabase(database.settings, silentLog);
      dbs.push(db);
      const store = createKnownPlaceStore(db);
      const known = await openKnownPlaces({ store, isShared: true, clock, log: silentLog });
      return createGuard({
        clock,
        known,
        shortLived: createTableShortLived({ db, box: createSecretBox("key"), clock }),
      });
    };
    beforeEach(async () => {
      database = await create();
      clock = createFakeClock();
      guards = [await server(), await server()];
    });
    afterEach(async () => {
      for (const db of dbs.splice(0)) await db.destroy();
      await database.remove();
    });

    /** At both servers in turn. */
    const at = (index: number): Guard => guards[index % 2 === 0 ? 0 : 1];
    const fail = async (times: number, change: (index: number) => Partial<Attempt> = () => ({})) => {
      let admitted = 0;
      for (let index = 0; index < times; index += 1)
        if ((await at(index).begin({ ...HERE, ...change(index) })).admitted) admitted += 1;
      return admitted;
    };
    const succeed = async (guard: Guard, change: Partial<Attempt> = {}): Promise<void> => {
      const attempt = await guard.begin({ ...HERE, ...change });
      if (!attempt.admitted) throw new Error(`locked for ${attempt.seconds} s`);
      await attempt.succeeded();
    };

    it("OWN-13 AUTH-5 wrong guesses at both servers in turn add up, and wait at both", async () => {
      expect(await fail(12)).toBe(5);
      for (const guard of guards) expect(await guard.begin(HERE)).toMatchObject({ admitted: false, seconds: 30 });
      await clock.advance(30_000);
      expect(await fail(2)).toBe(1);
      expect(await guards[1].begin(HERE)).toMatchObject({ admitted: false, seconds: 60 });
    });

    it("OWN-13 AUTH-7 guesses sent to both servers at the same moment are counted", async () => {
      const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => at(index).begin(HERE)));
      expect(answers.filter(({ admitted }) => admitted)).toHaveLength(5);
    });

    it("OWN-13 AUTH-8 OTP-12 those of an address and of a name add up too", async () => {
      expect(await fail(43, (index) => ({ name: `user-${index}` }))).toBe(40);
      expect(await fail(12, (index) => ({ secret: "code", name: "7", address: `198.51.100.${index}` }))).toBe(10);
    });

    it.skipIf(kind === "SQLite")("OWN-13 AUTH-44 those at many names of one address add up too", async () => {
      const place = { address: "203.0.113.1" };
      for (let index = 0; index < 210; index += 1) await succeed(at(index), { ...place, name: `person-${index}` });
      expect(await fail(210, (index) => ({ ...place, name: `person-${index}` }))).toBe(200);
    });

    it("OWN-13 AUTH-6 AUTH-43 a try that is right at one server, or not checked, is not counted at the other", async () => {
      await fail(4);
      await succeed(guards[0]);
      expect(await fail(6)).toBe(5);
      for (let index = 0; index < 20; index += 1) {
        const attempt = await at(index).begin({ ...HERE, name: "carol" });
        expect(attempt.admitted).toBe(true);
        if (attempt.admitted) await attempt.withdrawn();
      }
    });

    it("OWN-13 AUTH-42 where somebody was right at one server, strangers lock them out at neither", async () => {
      await succeed(guards[0], { secret: "code" });
      await fail(11, (index) => ({ secret: "code", address: `198.51.100.${index}` }));
      expect((await guards[1].begin({ ...HERE, secret: "code", address: "203.0.113.9" })).admitted).toBe(false);
      for (const guard of guards) await succeed(guard, { secret: "code" });
    });
  });
});
