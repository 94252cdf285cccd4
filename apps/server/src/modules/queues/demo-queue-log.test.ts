import { FINAL_EVENTS, QueueLogFold } from "@callpanel/phone-port";
import { expect, it } from "vitest";
import { demoQueueLog } from "./demo-queue-log.ts";

const NOW = 1_767_603_600_000;
const DAY_MS = 86_400_000;
const log = () => demoQueueLog({ realm: "demo", now: NOW, idOf: (username) => username.length });

it("ADMIN-31 the demo company has a fortnight of queue calls that have all ended, the same at each start", () => {
  const rows = log();
  expect(log()).toEqual(rows);
  const fold = new QueueLogFold();
  for (const row of rows) fold.read(row);
  expect([fold.stays, fold.members, fold.pauses, [...fold.logins]]).toEqual([[], [], [], []]);
  expect(rows.every(({ at }, index) => at >= (rows[index - 1]?.at ?? 0) && at <= NOW)).toBe(true);
  expect((rows[0]?.at ?? 0) > NOW - 14 * DAY_MS).toBe(true);
  for (const queueId of ["600", "601", "602"]) {
    const own = rows.filter((row) => row.queueId === queueId);
    const days = new Set(own.map(({ at }) => Math.floor((NOW - at) / DAY_MS)));
    expect(days.size).toBe(14);
    const entered = own.filter(({ event }) => event === "ENTERQUEUE").length;
    expect(own.filter(({ event }) => FINAL_EVENTS.has(event))).toHaveLength(entered);
    expect(own.filter(({ event }) => event === "CONNECT").length / entered).toBeGreaterThan(0.7);
  }
  const talks = rows.flatMap((row) => ("talkMs" in row ? [{ ...row, began: row.at - row.talkMs }] : []));
  for (const row of rows)
    if (row.event === "PAUSE" || row.event === "UNPAUSE")
      expect(
        talks.filter(({ agentId, at, began }) => agentId === row.agentId && began < row.at && at > row.at),
      ).toEqual([]);
  for (const row of rows) if (row.event === "CONNECT") expect(row.ringMs).toBeLessThanOrEqual(row.waitMs);
});
