import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import type { Kysely } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Tables } from "../schema.ts";
import { addJobRow, createJobStore } from "./job.store.ts";
import { openDatabase } from "../../../app/services/storage.ts";
import { buildEntries, runProcess, type ServerProcess } from "../../../../test/server-process.ts";
import { openMemorySite } from "../../../../test/test-buses.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { silentLog, temporaryStorage } from "../../../../test/temporary-storage.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import type { ConnectBus } from "../../../kernel/bus/bus-transport.port.ts";
import { createJobs, type Jobs } from "../../../kernel/jobs/jobs.ts";
import { WAIT } from "../../../../test/wait.ts";

const GREET = { name: "greet", payload: z.object({ who: z.string() }) };
const WAVE = { name: "wave", payload: z.object({ who: z.string() }) };

function jobSuite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`jobs on ${kind}`, () => {
    let database: TestDatabase;
    let clock: FakeClock;
    const opened: Array<Kysely<Tables>> = [];
    const started: Jobs[] = [];
    const logged: string[] = [];
    const take = (line: string, facts?: object): void => void logged.push(`${line} ${JSON.stringify(facts)}`);
    const log = { ...silentLog, info: take, warn: take, error: take };
    let serial = 0;
    /** A separate server on the same database; without a bus to the others it gets no notices of changes. */
    const server = async (connect?: ConnectBus) => {
      const db = await openDatabase(database.settings, silentLog);
      opened.push(db);
      const store = createJobStore(db);
      const random = (count: number): Uint8Array => new Uint8Array(count).fill((serial += 1));
      const jobs = createJobs({ store, bus: createBus({ clock, log, connect }), clock, random, log });
      started.push(jobs);
      return { db, store, jobs };
    };
    const rows = () => opened[0]?.selectFrom("jobs").selectAll().orderBy("id").execute();
    const rowCount = async () => (await rows())?.length;
    /** Advances time until the check passes; the database needs real time for its results. */
    const passing = (stepMs: number, check: () => void): Promise<void> =>
      vi.waitFor(async () => {
        await clock.advance(stepMs);
        check();
      }, WAIT);

    beforeEach(async () => {
      database = await create();
      clock = createFakeClock();
      logged.length = 0;
    });
    afterEach(async () => {
      for (const jobs of started.splice(0)) await jobs.stop();
      for (const db of opened.splice(0)) await db.destroy();
      await database.remove();
    });

    it("JOB-1 a job runs soon after it was added, and is then removed; each kind has its own handler", async () => {
      const { jobs } = await server();
      const done: string[] = [];
      await jobs.add(GREET, { who: "before" });
      jobs.work(GREET, async ({ who }) => void done.push(`greet ${who}`));
      jobs.work(WAVE, async ({ who }) => void done.push(`wave ${who}`));
      await jobs.add(GREET, { who: "ann" });
      await jobs.add(WAVE, { who: "ben" });
      await expect.poll(() => done.toSorted()).toEqual(["greet ann", "greet before", "wave ben"]);
      await expect.poll(rowCount).toBe(0);
      expect(() => jobs.work(WAVE, async () => undefined)).toThrow("already have a handler");
    });

    it("JOB-1 a job added in a transaction exists when the transaction commits, and not when it is rolled back", async () => {
      const { db, jobs } = await server();
      const done: string[] = [];
      jobs.work(GREET, async ({ who }) => void done.push(who));
      const add = (who: string, error?: Error): Promise<void> =>
        db.transaction().execute(async (trx) => {
          await addJobRow(trx, { kind: "greet", payload: JSON.stringify({ who }), runAt: clock.now() });
          if (error !== undefined) throw error;
        });
      await expect(add("nobody", new Error("no"))).rejects.toThrow("no");
      await add("ann");
      jobs.wake();
      await expect.poll(() => done).toEqual(["ann"]);
    });

    it("JOB-2 a job waits until it is due, without queries in the meantime", async () => {
      const { jobs, store } = await server();
      const done: string[] = [];
      let looks = 0;
      const nextAt = store.nextAt;
      Object.assign(store, { nextAt: (of: string) => ((looks += 1), nextAt(of)) });
      await jobs.add(GREET, { who: "later" }, { runAt: clock.now() + 20_000 });
      jobs.work(GREET, async ({ who }) => void done.push(who));
      await expect.poll(() => clock.timerCount).toBe(2); // this timer and the removal of old jobs
      await clock.advance(19_999);
      expect([done, looks]).toEqual([[], 1]);
      await clock.advance(1);
      await expect.poll(() => done).toEqual(["later"]);
    });

    it("JOB-2 a job that a busy server added is run at once by a server with a free place", async () => {
      const { connect } = openMemorySite();
      const [busy, free] = [await server(connect), await server(connect)];
      const done: string[] = [];
      busy.jobs.work(GREET, async ({ who }, { signal }) => {
        done.push(`busy ${who}`);
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      });
      await busy.jobs.add(GREET, { who: "first" });
      await expect.poll(() => done).toEqual(["busy first"]);
      free.jobs.work(GREET, async ({ who }) => void done.push(`free ${who}`));
      await expect.poll(() => clock.timerCount).toBe(4); // the lease, the free server's next look, the removal of old jobs
      await busy.jobs.add(GREET, { who: "second" });
      await busy.store.add({ kind: "greet", payload: '{"who":"third"}', runAt: clock.now() });
      await expect.poll(() => done).toContain("free second");
      busy.jobs.wake();
      await expect.poll(() => done).toContain("free third");
    });

    it("JOB-3 as many jobs run in parallel as the kind allows, in the order in which they were due", async () => {
      const { jobs } = await server();
      const began: string[] = [];
      const ends = new Map<string, () => void>();
      for (const who of ["a", "b", "c", "d"]) await jobs.add(GREET, { who });
      const handler = ({ who }: { who: string }): Promise<void> => {
        began.push(who);
        return new Promise((resolve) => ends.set(who, resolve));
      };
      jobs.work(GREET, handler, { concurrency: 2 });
      await expect.poll(() => began).toEqual(["a", "b"]);
      ends.get("b")?.();
      await expect.poll(() => began).toEqual(["a", "b", "c"]);
      for (const end of ends.values()) end();
      await expect.poll(() => began).toEqual(["a", "b", "c", "d"]);
      ends.get("d")?.();
      await expect.poll(rowCount).toBe(0);
    });

    it("JOB-4 a job that fails is tried again; each wait is four times as long as the one before", async () => {
      const { jobs } = await server();
      const triedAt: number[] = [];
      const from = clock.now();
      jobs.work(GREET, async (_, { tries }) => {
        triedAt.push(clock.now() - from);
        if (tries < 4) throw new Error(`not at try ${tries}`);
      });
      await jobs.add(GREET, { who: "ann" });
      for (const [index, at] of [0, 10_000, 50_000, 210_000].entries()) {
        await expect.poll(() => triedAt[index]).toBe(at);
        if (index === 3) break;
        await expect.poll(async () => (await rows())?.[0]?.error).toBe(`not at try ${index + 1}`);
        await expect.poll(() => clock.timerCount).toBe(2);
        const waitMs = 10_000 * 4 ** index;
        // Jobs of other servers are looked for every 30 s in the meantime.
        for (let waited = 0; waited < waitMs; waited += 10_000) {
          await expect.poll(() => clock.timerCount).toBe(2);
          await clock.advance(10_000);
        }
      }
      await expect.poll(rowCount).toBe(0);
    });

    it("JOB-5 after its last try a job is kept with its error, and its owner is notified", async () => {
      const { jobs, store } = await server();
      const told: string[] = [];
      const failed = async ({ who }: { who: string }, reason: string): Promise<void> =>
        void told.push(`${who}: ${reason}`);
      jobs.work(GREET, async () => Promise.reject(new Error("no way")), { mostTries: 2, failed });
      await jobs.add(GREET, { who: "ann" });
      await passing(1_000, () => expect(told).toEqual(["ann: no way"]));
      await expect
        .poll(rows)
        .toMatchObject([{ payload: '{"who":"ann"}', tries: 2, error: "no way", dead_at: expect.any(Number) }]);
      await clock.advance(100_000);
      expect(told.length).toBe(1);
      expect(logged.join("\n")).not.toContain("ann");
      await store.forgetDead(clock.now() - 200_000);
      expect(await rowCount()).toBe(1);
      await store.forgetDead(clock.now());
      expect(await rowCount()).toBe(0);
    });

    it("JOB-5 a handler may give up further tries; a payload that does not fit its kind is never tried", async () => {
      const { jobs, store } = await server();
      const told: string[] = [];
      const failed = async ({ who }: { who: string }, reason: string): Promise<void> =>
        void told.push(`${who}: ${reason}`);
      const handler = vi.fn(async () => ({ never: "nobody of that name" }));
      jobs.work(GREET, handler, { failed });
      await jobs.add(GREET, { who: "ann" });
      await expect.poll(() => told).toEqual(["ann: nobody of that name"]);
      for (const payload of ['{"whom":"ben"}', "{"]) await store.add({ kind: "greet", payload, runAt: 0 });
      jobs.wake();
      await expect
        .poll(async () => (await rows())?.map(({ error }) => error))
        .toEqual([
          "nobody of that name",
          "its payload does not fit this version",
          "its payload does not fit this version",
        ]);
      expect([handler.mock.calls.length, told.length]).toEqual([1, 1]);
    });

    it("JOB-6 two servers on one database never run the same job", async () => {
      const servers = [await server(), await server(), await server()];
      const done: string[] = [];
      const names = Array.from({ length: 60 }, (_, index) => `job ${index}`);
      const first = servers[0];
      for (const who of names) await first?.jobs.add(GREET, { who });
      for (const { jobs } of servers) jobs.work(GREET, async ({ who }) => void done.push(who), { concurrency: 3 });
      await passing(100, () => expect(done.length).toBe(60));
      await expect.poll(rowCount).toBe(0);
      expect(done.toSorted()).toEqual(names.toSorted());
    });

    it("JOB-7 a server keeps its job while it works on it; the job of a dead server is taken by another one within 30 s", async () => {
      const slow = await server();
      const other = await server();
      const took: string[] = [];
      let end = (): void => undefined;
      slow.jobs.work(GREET, () => {
        took.push("slow");
        return new Promise((resolve) => (end = resolve));
      });
      await slow.jobs.add(GREET, { who: "ann" });
      await expect.poll(() => took).toEqual(["slow"]);
      other.jobs.work(GREET, async () => void took.push("other"));
      for (let waited = 0; waited < 60_000; waited += 10_000) {
        await expect.poll(() => clock.timerCount).toBe(4); // the lease, the other server's next query, the removal of old jobs
        const until = clock.now() + 10_000 + 30_000;
        await clock.advance(10_000);
        await expect.poll(async () => (await rows())?.[0]?.run_at).toBe(until);
      }
      expect(took).toEqual(["slow"]);
      end();
      await expect.poll(rowCount).toBe(0);

      // The lease of the dead server, as it left it.
      await slow.jobs.stop();
      await expect.poll(() => clock.timerCount).toBe(2); // the other server looks no more until its next query
      await other.store.add({ kind: "greet", payload: '{"who":"ben"}', runAt: clock.now() });
      const lease = { kind: "greet", most: 1, now: clock.now(), until: clock.now() + 30_000, holder: "dead" };
      expect((await slow.store.take(lease)).length).toBe(1);
      other.jobs.wake();
      await clock.advance(29_000);
      expect(took).toEqual(["slow"]);
      await passing(1_000, () => expect(took.length).toBe(2));
    });

    it("JOB-7 a job with a lost lease is aborted here, and writes nothing", async () => {
      const { jobs, db } = await server();
      let aborted = false;
      jobs.work(GREET, async (_, { signal }) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        aborted = true;
        throw new Error("stopped");
      });
      await jobs.add(GREET, { who: "ann" });
      await expect.poll(async () => (await rows())?.[0]?.tries).toBe(1);
      await db
        .updateTable("jobs")
        .set({ holder: "another", run_at: clock.now() + 3_600_000 })
        .execute();
      await passing(1_000, () => expect(aborted).toBe(true));
      expect(await rows()).toMatchObject([{ holder: "another", tries: 1, error: null }]);
    });

    it("JOB-8 a server that stops aborts its handlers and leaves their jobs to the next server; the try does not count", async () => {
      const first = await server();
      let took = 0;
      first.jobs.work(GREET, async (_, { signal }) => {
        took += 1;
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopping"))));
      });
      await first.jobs.add(GREET, { who: "ann" });
      await expect.poll(() => took).toBe(1);
      await first.jobs.stop();
      expect(clock.timerCount).toBe(0);
      expect(await rows()).toMatchObject([{ holder: null, tries: 0, run_at: clock.now(), error: null }]);
      await first.jobs.add(GREET, { who: "ben" });
      const second = await server();
      const done: string[] = [];
      second.jobs.work(GREET, async ({ who }) => void done.push(who));
      await expect.poll(() => done).toEqual(["ann", "ben"]);
    });

    it("JOB-9 while the store is unreachable, it is queried again every second", async () => {
      const { jobs, store } = await server();
      const done: string[] = [];
      let away = true;
      const nextAt = store.nextAt;
      Object.assign(store, { nextAt: (of: string) => (away ? Promise.reject(new Error("away")) : nextAt(of)) });
      jobs.work(GREET, async ({ who }) => void done.push(who));
      await jobs.add(GREET, { who: "ann" });
      await expect.poll(() => logged.join("\n")).toContain("due jobs could not be read");
      away = false;
      await passing(1_000, () => expect(done).toEqual(["ann"]));
    });
  });
}

onEachDatabase(jobSuite);

describe("jobs of a process", () => {
  const storage = temporaryStorage();
  const running: ServerProcess[] = [];
  let folder: string;
  beforeAll(async () => {
    folder = await buildEntries({ job: "apps/server/test/job-process.ts" });
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.child.kill("SIGKILL");
      await one.exited;
    }
    storage.remove();
  });

  it("JOB-7 jobs survive SIGKILL: running jobs run again from the start, waiting ones run", async () => {
    const { dataDir } = storage.fresh();
    const start = (env: Readonly<Record<string, string>>) => {
      const one = runProcess(`${folder}/job.js`, { DATA_DIR: dataDir, ...env });
      running.push(one);
      return one;
    };
    const first = start({ ADD: "ann,ben,cat" });
    await expect.poll(() => first.out() + first.error()).toContain("took ben 1");
    first.child.kill("SIGKILL");
    await first.exited;
    expect(first.out()).not.toContain("took cat");
    const second = start({ FINISH: "1", LATER_MS: "30000" });
    await expect
      .poll(() => second.out().split("\n").toSorted())
      .toEqual(["", "took ann 2", "took ben 2", "took cat 1"]);
  });
});
