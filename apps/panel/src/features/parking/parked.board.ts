import type { ParkedCall, RealtimeEvent } from "@callpanel/contract";
import { createBoard } from "../../shared/live/board.ts";
import type { Board, BoardRules } from "../../shared/live/board.ts";
import type { LiveEvents } from "../../shared/live/events.ts";
import type { LiveParking, ParkedCalls } from "../../shared/live/liveParking.ts";

/** The parked calls, and how many there are. */
export function createLiveParking({ events }: { readonly events: Pick<LiveEvents, "listen"> }) {
  const board = createBoard(events, RULES);
  const count = { get: () => board.get()?.size ?? 0, subscribe: board.subscribe };
  return { ...board, count } satisfies LiveParking & Board<ParkedCalls>;
}

const RULES: BoardRules<ParkedCalls> = {
  fromSnapshot: ({ parked, clockOffsetMs }) =>
    new Map(parked.map((call) => [call.space, { ...call, startedAt: call.startedAt + clockOffsetMs }])),
  step: (parked, event, offsetMs) => (event.action === "PARKING" ? stepParked(parked, event, offsetMs) : parked),
};

type ParkingEvent = Extract<RealtimeEvent, { readonly action: "PARKING" }>;

/** PARKING-2: returns the same map when an event changes nothing. */
function stepParked(parked: ParkedCalls, event: ParkingEvent, offsetMs: number): ParkedCalls {
  const { space, parkee } = event;
  if (parkee === undefined) return parked;
  switch (event.event) {
    case "parked": {
      const call = callOf(event, offsetMs);
      const there = parked.get(space);
      if (call === undefined || (there !== undefined && there.startedAt > call.startedAt)) return parked;
      return there?.parkee.uniqueid === parkee.uniqueid ? parked : new Map(parked).set(space, call);
    }
    case "swap": {
      const call = callOf(event, offsetMs);
      const before = [...parked.values()].find((one) => one.parkee.uniqueid === parkee.uniqueid);
      if (call === undefined || before === undefined) return parked;
      const after = new Map(parked);
      after.delete(before.space);
      return after.set(space, call);
    }
    case "unparked":
    case "giveup":
    case "timeout": {
      if (parked.get(space)?.parkee.uniqueid !== parkee.uniqueid) return parked;
      const after = new Map(parked);
      after.delete(space);
      return after;
    }
  }
}

function callOf(event: ParkingEvent, offsetMs: number): ParkedCall | undefined {
  const { realm, lot, exten, space, parkee, parker, timeoutSeconds, startedAt } = event;
  if (parkee === undefined || parker === undefined || timeoutSeconds === undefined || startedAt === undefined)
    return undefined;
  return { realm, lot, exten, space, parkee, parker, timeoutSeconds, startedAt: startedAt + offsetMs };
}
