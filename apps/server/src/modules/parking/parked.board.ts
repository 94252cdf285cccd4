import { isDeepStrictEqual } from "node:util";
import { defineBoard, type Board, type Change, type Entries } from "../realtime/index.ts";
import type { ParkedChange, ParkedEvent, ParkedPlace } from "./parked.model.ts";
import { parkedCalls, parkedEvents, parkedSightOf } from "./parked.sight.ts";

/** The occupied slots. */
export type ParkedBoard = Board<ParkedPlace, ParkedEvent, ParkedChange>;

const slotKey = ({ realm, space }: Pick<ParkedPlace, "realm" | "space">): string => `${realm} ${space}`;
const callKey = ({ realm, callid }: ParkedPlace): string => `${realm} ${callid}`;

export const createParkedBoard = defineBoard({
  name: "parked",
  state: { keyOf: slotKey, indexedBy: (place: ParkedPlace) => [callKey(place)] },
  step: stepParked,
  visibleTo: parkedSightOf,
  events: parkedEvents,
  snapshot: (places, sight) => parkedCalls(places.values(), sight),
});

/** RT-31: late or duplicate events, and those about an unknown slot, change nothing. */
function stepParked(
  places: Entries<ParkedPlace>,
  event: ParkedEvent,
): ReadonlyArray<Change<ParkedPlace, ParkedChange>> {
  if (event.kind === "parked") return occupied(places, event.place);
  const place = places.get(slotKey(event));
  return place?.callid === event.callid ? [{ drop: place, fact: { event: event.how, place } }] : [];
}

function occupied(places: Entries<ParkedPlace>, place: ParkedPlace): ReadonlyArray<Change<ParkedPlace, ParkedChange>> {
  const inSlot = places.get(slotKey(place));
  if (isDeepStrictEqual(inSlot, place) || (inSlot !== undefined && inSlot.startedAt > place.startedAt)) return [];
  const [before] = places.find(callKey(place));
  return [{ drop: before, keep: place, fact: { event: before === undefined ? "parked" : "swap", place } }];
}
