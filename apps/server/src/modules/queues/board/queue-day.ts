/** The day of a queue's figures (QBOARD-5): from midnight on, from the log. */
import type { Clock } from "../../../kernel/clock.ts";
import type { TimeZone } from "../../../kernel/text/time-zone.ts";
import type { QueueReportStore } from "../../queue-reports/index.ts";
import type { QueueConfigurations } from "../configuration/queue-configuration.ts";
import { counted, noCallers, type QueueToday } from "./queue-today.ts";

export interface FiguresDeps {
  readonly reports: Pick<QueueReportStore, "stays">;
  readonly queues: Pick<QueueConfigurations, "of">;
  readonly realm: string;
  readonly now: number;
}

const STAYS_AT_ONCE = 1_000;

/** The figures of callers who joined since midnight, from the log. */
export async function figuresSince(
  since: number,
  { reports, queues, realm, now }: FiguresDeps,
): Promise<ReadonlyMap<string, QueueToday>> {
  const targets = new Map(
    queues.of(realm).map(({ number, configuration }) => [number, configuration.serviceLevelSeconds]),
  );
  const figures = new Map<string, QueueToday>();
  const search = { realm, scope: "realm", from: since, until: now + DAY_MS } as const;
  for (let offset = 0; ; offset += STAYS_AT_ONCE) {
    const { stays } = await reports.stays(search, { offset, limit: STAYS_AT_ONCE });
    for (const { queueId, status, enteredAt: joinedAt, waitMs } of stays) {
      const target = targets.get(queueId) ?? 0;
      const before = figures.get(queueId) ?? noCallers(since);
      const what = { joinedAt, waitMs: waitMs ?? 0 };
      const ended = ANSWERED.has(status) ? counted(before, { ...what, event: "CONNECT" }, target) : before;
      figures.set(queueId, status === "CONNECT" ? ended : counted(ended, { ...what, event: status }, target));
    }
    if (stays.length < STAYS_AT_ONCE) return figures;
  }
}

/** How stays end in which an agent talked to the caller. */
const ANSWERED = new Set(["CONNECT", "COMPLETEAGENT", "COMPLETECALLER", "BLINDTRANSFER", "ATTENDEDTRANSFER"]);

const DAY_MS = 86_400_000;

/** The midnight before a moment; of UTC in an unknown zone. */
export function midnightBefore(zone: TimeZone | undefined, at: number): number {
  if (zone === undefined) return at - (at % DAY_MS);
  const local = new Date(at + zone.offsetAt(at));
  const day = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  return zone.momentOf({ ...day, hour: 0, minute: 0, second: 0 });
}

/** A clock that is set ahead is noticed within this time. */
const LOOK_MS = 600_000;

/**
 * Runs at each midnight that the clock shows, until the returned function is called. A day has 23 to 25 hours, and a clock
 * that was set back has its midnight later; one that comes twice begins one day.
 */
export function atEachMidnight(zone: TimeZone | undefined, clock: Clock, run: () => void): () => void {
  let cancel: () => void = () => undefined;
  let day = midnightBefore(zone, clock.now());
  const look = (): void => {
    const today = midnightBefore(zone, clock.now());
    // Set back by days, it was wrong before.
    if (today > day || today < day - 2 * DAY_MS) {
      day = today;
      run();
    }
    wait();
  };
  const wait = (): void => {
    const next = midnightBefore(zone, day + DAY_MS + DAY_MS / 2);
    const leftMs = next - clock.now();
    cancel = clock.setTimeout(look, leftMs > 0 ? Math.min(leftMs, LOOK_MS) : LOOK_MS);
  };
  wait();
  return () => cancel();
}
