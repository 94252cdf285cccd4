import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock, settle, type FakeClock } from "@callpanel/testkit";
import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { openDatabase } from "../../../app/services/storage.ts";
import { EARLIER_VERSION, startLease } from "../../../kernel/jobs/lease.ts";
import { createLeftovers } from "../../../kernel/jobs/leftovers.ts";
import { openFolderMarks } from "../../sqlite/index.ts";
import type { Tables } from "../schema.ts";
import { createInstanceStore } from "./instance.store.ts";

const WAIT = { timeout: 30_000, interval: 5 };

onEachDatabase((kind, create) => {
  describe(`servers on ${kind}`, () => {
    let database: TestDatabase;
    let clock: FakeClock;
    let folder: string;
    let serial = 0;
    const opened: Array<Kysely<Tables>> = [];
    const dropped: Array<() => void> = [];
    const errors: string[] = [];
    const log = { ...silentLog, error: (line: string) => void errors.push(line) };

    /** A separate server that records what it adopts. `runsOut` ends its lease; `dies` also ends its process. */
    const server = async ({ dataDir = folder, alone = false, fails = (): boolean => false } = {}) => {
      const db = await openDatabase(database.settings, silentLog);
      opened.push(db);
      const store = createInstanceStore(db);
      const marks = openFolderMarks(dataDir);
      const held: Array<() => void> = [];
      const mark = (id: string): void => {
        const giveBack = marks.hold(id);
        if (giveBack === undefined) throw new Error("the mark is held");
        held.push(giveBack);
      };
      const random = (count: number): Uint8Array => new Uint8Array(count).fill((serial += 1));
      const lease = await startLease({ store, alone, mark, clock, random, log });
      const adopted: string[] = [];
      const leftovers = createLeftovers({ store, lease, marks, clock, log });
      const take = (what: string) => async (owner: string) => {
        if (fails()) throw new Error("no room");
        adopted.push(`${what} ${owner}`);
      };
      leftovers.inFolder(take("files"));
      leftovers.inDatabase(take("rows"));
      const runsOut = async (): Promise<void> => {
        await leftovers.stop();
        await lease.stop();
      };
      const dies = async (): Promise<void> => {
        await runsOut();
        for (const giveBack of held.splice(0)) giveBack();
      };
      dropped.push(() => held.forEach((giveBack) => giveBack()));
      return { store, lease, leftovers, adopted, runsOut, dies };
    };
    const started = async (options: Parameters<typeof server>[0] = {}) => {
      const one = await server(options);
      await one.leftovers.start();
      one.adopted.splice(0);
      return one;
    };
    /** Advances time until the condition is true; the database needs real time for its results. */
    const passing = (isSo: () => boolean): Promise<void> =>
      expect
        .poll(async () => {
          await clock.advance(10_000);
          await settle();
          return isSo();
        }, WAIT)
        .toBe(true)
        .then(() => undefined);

    beforeEach(async () => {
      database = await create();
      clock = createFakeClock();
      folder = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    });
    afterEach(async () => {
      for (const drop of dropped.splice(0)) drop();
      for (const db of opened.splice(0)) await db.destroy();
      await database.remove();
      rmSync(folder, { recursive: true, force: true });
      errors.length = 0;
    });

    it("OWN-1 OWN-2 a server that starts adopts no rows of a server with a valid lease, and all rows of one that has ended", async () => {
      const first = await started();
      const second = await server();
      await second.leftovers.start();
      expect(second.adopted).toEqual([`files ${EARLIER_VERSION}`]);
      await first.dies();
      await passing(() => second.adopted.length === 3);
      await second.leftovers.stop(); // the instance is forgotten after its rows were adopted
      expect(second.adopted.slice(1)).toEqual([`files ${first.lease.id}`, `rows ${first.lease.id}`]);
      expect(await second.store.claim(second.lease.id, second.lease.own)).toEqual([]);
      const left = readdirSync(join(folder, "instances")).filter((name) => !name.startsWith(second.lease.id));
      expect(left).toEqual([]);
    });

    it("OWN-2 rows that an earlier version left are adopted only once", async () => {
      const first = await server();
      await first.leftovers.start();
      expect(first.adopted).toEqual([`files ${EARLIER_VERSION}`, `rows ${EARLIER_VERSION}`]);
      const second = await server();
      await second.leftovers.start();
      expect(second.adopted).not.toContain(`rows ${EARLIER_VERSION}`);
    });

    it("OWN-3 exactly one of several servers adopts the rows of a server that has ended", async () => {
      const ended = await started();
      const others = await Promise.all([server(), server(), server(), server()]);
      await ended.dies();
      await Promise.all(others.map(({ leftovers }) => leftovers.start()));
      const adopters = others.filter(({ adopted }) => adopted.includes(`rows ${ended.lease.id}`));
      expect(adopters).toHaveLength(1);
      expect(others.filter(({ adopted }) => adopted.includes(`files ${ended.lease.id}`))).toHaveLength(1);
    });

    it("OWN-3 rows that an adopter leaves unfinished are adopted by another server; failed ones are tried again", async () => {
      const ended = await started();
      let room = false;
      const adopter = await started({ fails: () => !room });
      const heir = await started();
      await heir.leftovers.stop();
      await ended.dies();
      await passing(() => errors.length >= 2);
      expect(adopter.adopted).toEqual([]);
      room = true;
      await passing(() => adopter.adopted.includes(`rows ${ended.lease.id}`));

      const another = await started({ dataDir: mkdtempSync(join(folder, "other-")) });
      room = false;
      await another.dies();
      const count = errors.length;
      await passing(() => errors.length > count);
      await adopter.dies();
      expect((await heir.store.claim(heir.lease.id, heir.lease.own)).toSorted()).toEqual(
        [adopter.lease.id, another.lease.id].toSorted(),
      );
    });

    it("OWN-4 files are adopted only by a server with the same folder, and not while the owner's process still runs", async () => {
      const paused = await started();
      const elsewhere = await started({ dataDir: mkdtempSync(join(folder, "other-")) });
      const beside = await started();
      await paused.runsOut(); // its process still runs
      await passing(() => [...elsewhere.adopted, ...beside.adopted].includes(`rows ${paused.lease.id}`));
      await clock.advance(20_000);
      expect([...elsewhere.adopted, ...beside.adopted]).toEqual([`rows ${paused.lease.id}`]);
      await paused.dies();
      await passing(() => beside.adopted.includes(`files ${paused.lease.id}`));
      expect(elsewhere.adopted).not.toContain(`files ${paused.lease.id}`);
    });

    it("OWN-5 a server that has lost its lease continues under another id, and never adopts its own rows", async () => {
      const paused = await started();
      const before = paused.lease.id;
      const other = await server();
      await paused.store.renew(before, 0);
      expect(await other.store.claim(other.lease.id, other.lease.own)).toEqual([before]);
      await passing(() => paused.lease.id !== before);
      expect(errors).toContain(
        "another server has adopted this server's rows: the database was unreachable for too long",
      );
      expect([...(await other.store.live())].toSorted()).toEqual([other.lease.id, paused.lease.id].toSorted());
      await clock.advance(20_000);
      expect(paused.adopted).toEqual([]);
    });

    it("OWN-1 rows that a stopping server has not finished are adopted by the next one immediately", async () => {
      const first = await started();
      await first.runsOut();
      const second = await server();
      expect(await second.store.claim(second.lease.id, second.lease.own)).toContain(first.lease.id);
    });

    it("OWN-7 a server that is the only one on its database immediately adopts the work of an earlier one", async () => {
      const killed = await started();
      await killed.leftovers.stop();
      dropped.splice(0).forEach((drop) => drop());
      const next = await server({ alone: true });
      await next.leftovers.start();
      expect(next.adopted).toContain(`files ${killed.lease.id}`);
      expect(next.adopted).toContain(`rows ${killed.lease.id}`);
    });
  });
});
