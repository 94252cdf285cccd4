import { realtimeEventSchema, type RealtimeEvent } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Bus } from "../../kernel/bus/bus.ts";
import { topic } from "../../kernel/bus/topic.ts";

/** Events for one person only: sent on all of that person's connections, at every server, and on no others (RT-36). */
export const ownEvent = topic("own-event", z.object({ userId: z.number(), event: realtimeEventSchema }));

export interface OwnEvents {
  tell(userId: number, event: RealtimeEvent): void;
  /** For what every server finds out by itself: only the person's connections to this server. */
  notifyHere(userId: number, event: RealtimeEvent): void;
}

export function ownEventsOn(bus: Pick<Bus, "publish" | "publishHere">): OwnEvents {
  return {
    tell: (userId, event) => bus.publish(ownEvent, { userId, event }),
    notifyHere: (userId, event) => bus.publishHere(ownEvent, { userId, event }),
  };
}
