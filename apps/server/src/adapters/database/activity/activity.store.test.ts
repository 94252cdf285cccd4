import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { onEachDatabase, type TestDatabase } from "../../../../test/test-databases.ts";
import { NOTHING_SENT } from "../../../kernel/tally.ts";

const FIGURES = { registrations: 2, calls: 1, waiting: 0, memoryBytes: 5e9, freeBytes: null, sent: NOTHING_SENT };

function suite(kind: string, create: () => Promise<TestDatabase>): void {
  describe(`figures and jobs on ${kind}`, () => {
    const on = openStoresForEach(create, "realm: acme\ngroups: []\nusers: []\n");

    it("ACTIVITY-4 figures are read by company and time, the oldest first, and removed when they are old", async () => {
      const { activity } = on.stores;
      for (const at of [3_000, 1_000, 2_000]) await activity.add("acme", { ...FIGURES, at });
      await activity.add("other", { ...FIGURES, at: 2_500 });
      expect(await activity.since("acme", 2_000)).toEqual([
        { ...FIGURES, at: 2_000 },
        { ...FIGURES, at: 3_000 },
      ]);
      expect(await activity.removeBefore(2_000)).toBe(1);
      expect((await activity.since("acme", 0)).map(({ at }) => at)).toEqual([2_000, 3_000]);
      expect((await activity.since("other", 0)).length).toBe(1);
    });

    it("ACTIVITY-1 jobs are counted by kind: those that wait, those that were given up, and the next one", async () => {
      const { jobs } = on.stores;
      for (const runAt of [9_000, 5_000]) await jobs.add({ kind: "later", payload: "{}", runAt });
      await jobs.add({ kind: "dead", payload: "{}", runAt: 1 });
      const [job] = await jobs.take({ kind: "dead", most: 1, now: 2, until: 3, holder: "x" });
      if (job === undefined) throw new Error("it is due");
      await jobs.bury(job, { at: 4, error: "no" });
      expect(await jobs.summary()).toEqual([
        { kind: "dead", waiting: 0, failed: 1, nextAt: undefined },
        { kind: "later", waiting: 2, failed: 0, nextAt: 5_000 },
      ]);
    });
  });
}

onEachDatabase(suite);
