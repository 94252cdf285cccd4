import type { PhoneSystem } from "@callpanel/phone-port";
import type { Bus } from "../../kernel/bus/bus.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { openTimeZone } from "../../kernel/text/time-zone.ts";
import {
  atEachMidnight,
  createMissedCallers,
  figuresSince,
  midnightBefore,
  noCallers,
  type MissedCallers,
  type QueueBoard,
  type QueueConfigurations,
  type QueueToday,
} from "../../modules/queues/index.ts";
import { noticed } from "../../modules/realtime/index.ts";
import { feedQueueBoard, type PhonePeople } from "../../modules/telephony/index.ts";
import type { Stores } from "./storage.ts";

/** Callers who got no answer, also in calls of other servers: changes reach panels at every server. */
export function openMissedCallers({
  stores,
  bus,
  realm,
  clock,
  log,
}: {
  readonly stores: Pick<Stores, "missedCallers">;
  readonly bus: Pick<Bus, "publish">;
  readonly realm: string;
  readonly clock: Clock;
  readonly log: (area: string) => Log;
}): MissedCallers {
  const changed = (queueId: string): void => bus.publish(noticed, { kind: "missed", realm, queueId });
  return createMissedCallers({ store: stores.missedCallers, realm, clock, log: log("queues"), changed });
}

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
  const figures = await figuresSince(since, {
    reports: deps.stores.queueReports,
    queues: configurations,
    realm,
    now: clock.now(),
  });
  const today = (queueId: string): QueueToday => {
    const soFar = figures.get(queueId);
    return soFar?.since === since ? soFar : noCallers(since);
  };
  return {
    midnight: () => since,
    follow: (phone: PhoneSystem, board: QueueBoard, { subscriber }: Pick<PhonePeople, "subscriber">): void => {
      shutdown.add(feedQueueBoard({ phone, board, configurations, subscriber, realm, todayOf: today }));
      const beginDay = (): void => {
        since = midnightBefore(zone, clock.now());
        phone.queues?.beginDay();
        for (const { id: queueId } of board.entries.values())
          board.apply({ kind: "counted", realm, queueId, today: noCallers(since) });
      };
      shutdown.add(atEachMidnight(zone, clock, beginDay));
    },
  };
}
