/** Which two calls of the person can swap and merge. Pure. */
import type { CallSnapshot } from "@callpanel/webphone";
import { isThing, isListening } from "../softphone.model.ts";
import type { ThreeWayCall } from "./people.model.ts";

/** The call can be held and resumed; a consultation has its own buttons. */
export const isSwappable = (call: CallSnapshot): boolean =>
  call.state === "answered" && call.transfer === undefined && !isListening(call);

/** The call is with one other person, as the phone system requires (ROOM-17). */
export const isMergeable = (call: CallSnapshot, threeWay: ThreeWayCall | undefined): boolean =>
  isSwappable(call) && !isThing(call) && call.far?.doing !== "away" && (threeWay?.people.length ?? 2) === 2;

/** The call that continues unchanged: the active one, else the first. */
export function keptOf(one: CallSnapshot, other: CallSnapshot): readonly [CallSnapshot, CallSnapshot] {
  return one.isOnHold && !other.isOnHold ? [other, one] : [one, other];
}
