import { seededRandom } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { openStoresForEach } from "../../../../test/open-stores.ts";
import { queueDays } from "../../../../test/queue-days.ts";
import { onEachDatabase } from "../../../../test/test-databases.ts";
import type { QueueSearch, QueueStay } from "../../../modules/queue-reports/index.ts";

const DAY = Date.UTC(2026, 2, 8);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const QUARTER_MS = 900_000;
const ROWS = queueDays({
  realm: "acme",
  queueIds: ["600", "601", "602"],
  agentIds: [1, 2],
  from: DAY,
  until: DAY + 4 * DAY_MS,
  calls: 400,
  seed: 23,
});

/** What the sums must be, one stay after the other. */
function counted(
  stays: readonly QueueStay[],
  { periodMs, shiftMs }: { readonly periodMs: number; readonly shiftMs: number },
) {
  const sums = new Map<string, { calls: number; talkMs: number; longestTalkMs: number; abandoned: number }>();
  for (const { queueId, enteredAt, talkMs, status } of stays) {
    const key = `${queueId} ${Math.floor((enteredAt + shiftMs) / periodMs)}`;
    const one = sums.get(key) ?? { calls: 0, talkMs: 0, longestTalkMs: 0, abandoned: 0 };
    sums.set(key, {
      calls: one.calls + 1,
      talkMs: one.talkMs + (talkMs ?? 0),
      longestTalkMs: Math.max(one.longestTalkMs, talkMs ?? 0),
      abandoned: one.abandoned + (status === "ABANDON" ? 1 : 0),
    });
  }
  return new Map([...sums].toSorted(([one], [other]) => one.localeCompare(other)));
}

onEachDatabase((kind, create) => {
  describe(`queue reports on ${kind}`, () => {
    const on = openStoresForEach(create, "realm: acme\n");

    it("QREP-3 the sums of local days and hours are those of the stays, for any offset and any beginning and end", async () => {
      const { queueLog, queueReports } = on.stores;
      await queueLog.append("server", ROWS);
      const random = seededRandom(5);
      const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
      for (let round = 0; round < 150; round += 1) {
        const periodMs = round % 5 === 0 ? HOUR_MS : DAY_MS;
        // Whole hours, half hours and quarters; four hours, which have no block that is cut.
        const step = [HOUR_MS, HOUR_MS / 2, QUARTER_MS, 4 * HOUR_MS][round % 4] ?? HOUR_MS;
        const shiftMs = Math.trunc(whole(-12 * HOUR_MS, 14 * HOUR_MS) / step) * step;
        // Most begin and end with a local day, some where the clocks change, anywhere on a quarter.
        const edge = (day: number): number =>
          DAY + day * DAY_MS + (random() < 0.5 ? -shiftMs : whole(0, 95) * QUARTER_MS);
        const [from, until] = [edge(whole(-1, 3)), edge(whole(0, 5))];
        const scope = random() < 0.5 ? "realm" : { queueIds: ["600", "602"] };
        const search: QueueSearch = { realm: round === 7 ? "other" : "acme", scope, from, until };
        const found = await queueReports.sums(search, { periodMs, shiftMs });
        const shown = found.map(({ queueId, period, calls, talkMs, longestTalkMs, abandoned }): [string, object] => [
          `${queueId} ${period}`,
          { calls, talkMs, longestTalkMs, abandoned },
        ]);
        expect(shown.length, "each period once").toBe(new Set(shown.map(([key]) => key)).size);
        const stays = await queueReports.staysBefore(search, undefined, 1_000);
        expect(
          new Map(shown.toSorted(([one], [other]) => one.localeCompare(other))),
          `${new Date(from).toISOString()} to ${new Date(until).toISOString()}, ${shiftMs / HOUR_MS} h`,
        ).toEqual(counted(stays, { periodMs, shiftMs }));
      }
    });
  });
});
