import type { QueueFigures } from "@callpanel/contract";
import type { QueueReportStore, QueueSearch, QueueSums } from "./queue-report.store.ts";
import { stretchesOf, type ReportPeriod } from "./report-period.ts";

const HOUR_MS = 3_600_000;
const PERIOD_MS = { day: 24 * HOUR_MS, hour: HOUR_MS };

export interface SummaryRow extends QueueSums {
  readonly queueId: string;
  /** A local day, `2026-03-08`, or a local hour, `2026-03-08T14:00:00-04:00`. */
  readonly date: string;
}

/** QREP-3: the sums of each queue and each local day or hour with callers, in no order. */
export async function summaryRows(
  store: Pick<QueueReportStore, "sums">,
  search: Pick<QueueSearch, "realm" | "scope">,
  { period, by }: { readonly period: ReportPeriod; readonly by: "day" | "hour" },
): Promise<readonly SummaryRow[]> {
  const rows = new Map<string, SummaryRow>();
  const periodMs = PERIOD_MS[by];
  for (const { from, until, offset } of stretchesOf(period)) {
    const zone = period.zone.iso(from).slice("2026-03-08T14:00:00".length);
    const dates = new Map<number, string>();
    for (const sums of await store.sums({ ...search, from, until }, { periodMs, shiftMs: offset })) {
      const date = dates.get(sums.period) ?? dateOf(sums.period * periodMs, by, zone);
      dates.set(sums.period, date);
      const key = `${date} ${sums.queueId}`;
      // A day on which the clocks change has two stretches.
      const before = rows.get(key);
      rows.set(key, before === undefined ? { ...sums, date } : { ...added(before, sums), queueId: sums.queueId, date });
    }
  }
  return [...rows.values()];
}

function dateOf(at: number, by: "day" | "hour", zone: string): string {
  const local = new Date(at).toISOString();
  return by === "day" ? local.slice(0, "2026-03-08".length) : `${local.slice(0, -".000Z".length)}${zone}`;
}

const NO_SUMS: QueueSums = {
  calls: 0,
  answered: 0,
  inTarget: 0,
  abandoned: 0,
  timedOut: 0,
  exited: 0,
  holdMs: 0,
  talkMs: 0,
  longestTalkMs: 0,
};

function added(one: QueueSums, other: QueueSums): QueueSums {
  return {
    calls: one.calls + other.calls,
    answered: one.answered + other.answered,
    inTarget: one.inTarget + other.inTarget,
    abandoned: one.abandoned + other.abandoned,
    timedOut: one.timedOut + other.timedOut,
    exited: one.exited + other.exited,
    holdMs: one.holdMs + other.holdMs,
    talkMs: one.talkMs + other.talkMs,
    longestTalkMs: Math.max(one.longestTalkMs, other.longestTalkMs),
  };
}

export const totalOf = (rows: readonly QueueSums[]): QueueSums => rows.reduce<QueueSums>(added, NO_SUMS);

/** QREP-4: the figures of a report, in seconds. */
export function figuresOf(sums: QueueSums): QueueFigures {
  const { calls, answered, inTarget, abandoned, timedOut, exited, holdMs, talkMs, longestTalkMs } = sums;
  const waiting = calls - answered - abandoned - timedOut - exited;
  const ofAnswered = (ms: number): number | null => (answered === 0 ? null : seconds(ms));
  return {
    calls,
    answered,
    abandon: abandoned,
    timeout: timedOut,
    exit: exited,
    in_queue: waiting,
    in_target: inTarget,
    service_level: calls === waiting ? null : Math.round((inTarget / (calls - waiting)) * 100),
    avg_hold: ofAnswered(holdMs / answered),
    avg_talk: ofAnswered(talkMs / answered),
    max_talk: ofAnswered(longestTalkMs),
    total: seconds(talkMs),
  };
}

/** Tenths of a second. */
export const seconds = (ms: number): number => Math.round(ms / 100) / 10;
