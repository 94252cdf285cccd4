import type { PhoneSystem } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { openTimeZone, type TimeZone } from "../../kernel/text/time-zone.ts";
import {
  counted,
  noCallers,
  type QueueBoard,
  type QueueConfigurations,
  type QueueToday,
} from "../../modules/queues/index.ts";
import { feedQueueBoard, type PhonePeople } from "../../modules/telephony/index.ts";
import type { Stores } from "./storage.ts";

export interface QueuesDeps {
  readonly stores: Pick<Stores, "queueReports">;
  readonly queues: QueueConfigurations;
  readonly realm: string;
  readonly clock: Clock;
  readonly shutdown: Shutdown;
}

/**
 * The board of queues with the figures of the day. To be opened before the phone system writes its first row, so that no
 * caller is counted twice.
 */
export async function openQueueBoard(deps: QueuesDeps) {
  const { queues: configurations, realm, shutdown, clock } = deps;
  const zone = openTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  let since = midnightBefore(zone, clock.now());
  const figures = await todayOf(deps, since);
  const today = (queueId: string): QueueToday => {
    const soFar = figures.get(queueId);
    return soFar?.since === since ? soFar : noCallers(since);
  };
  return {
    follow: (phone: PhoneSystem, board: QueueBoard, { subscriber }: Pick<PhonePeople, "subscriber">): void => {
      shutdown.add(feedQueueBoard({ phone, board, configurations, subscriber, realm, todayOf: today }));
      const beginDay = (): void => {
        since = midnightBefore(zone, clock.now());
        for (const { id: queueId } of board.entries.values())
          board.apply({ kind: "counted", realm, queueId, today: noCallers(since) });
      };
      shutdown.add(atEachMidnight(zone, clock, beginDay));
    },
  };
}

const STAYS_AT_ONCE = 1_000;

/** The figures of callers who joined since midnight, from the log. */
async function todayOf(
  { stores, queues, realm, clock }: QueuesDeps,
  since: number,
): Promise<ReadonlyMap<string, QueueToday>> {
  const targets = new Map(
    queues.of(realm).map(({ number, configuration }) => [number, configuration.serviceLevelSeconds]),
  );
  const figures = new Map<string, QueueToday>();
  const search = { realm, scope: "realm", from: since, until: clock.now() + DAY_MS } as const;
  for (let offset = 0; ; offset += STAYS_AT_ONCE) {
    const { stays } = await stores.queueReports.stays(search, { offset, limit: STAYS_AT_ONCE });
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

function midnightBefore(zone: TimeZone | undefined, at: number): number {
  if (zone === undefined) return at - (at % DAY_MS);
  const local = new Date(at + zone.offsetAt(at));
  const day = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  return zone.momentOf({ ...day, hour: 0, minute: 0, second: 0 });
}

/** A day has 23 to 25 hours. */
function atEachMidnight(zone: TimeZone | undefined, clock: Clock, run: () => void): () => void {
  let cancel: () => void = () => undefined;
  const wait = (): void => {
    const before = midnightBefore(zone, clock.now());
    const after = midnightBefore(zone, before + DAY_MS + DAY_MS / 2);
    const next = after > clock.now() ? after : before + DAY_MS;
    cancel = clock.setTimeout(() => {
      run();
      wait();
    }, next - clock.now());
  };
  wait();
  return () => cancel();
}
