import type { PhoneSystem } from "@callpanel/phone-port";
import type { Clock } from "../../kernel/clock.ts";
import type { Shutdown } from "../../kernel/shutdown.ts";
import { openTimeZone } from "../../kernel/text/time-zone.ts";
import {
  atEachMidnight,
  figuresSince,
  midnightBefore,
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
