/** Which calls of one's own swap and merge. Pure. */
import type { CallSnapshot } from "@callpanel/webphone";
import { isThing, listenedTo } from "../softphone.model.ts";
import type { ThreeWayCall } from "./people.model.ts";

/** It can be put on hold and taken up again; a consultation has buttons of its own. */
export const isSwappable = (call: CallSnapshot): boolean =>
  call.state === "answered" && call.transfer === undefined && listenedTo(call) === null;

/** It is with one other person: what the phone system demands of it (ROOM-17). */
export const isMergeable = (call: CallSnapshot, threeWay: ThreeWayCall | undefined): boolean =>
  isSwappable(call) && !isThing(call) && call.far?.doing !== "away" && (threeWay?.people.length ?? 2) === 2;

/** Who stays as they are: the call that one talks in, else the first. */
export function keptOf(one: CallSnapshot, other: CallSnapshot): readonly [CallSnapshot, CallSnapshot] {
  return one.isOnHold && !other.isOnHold ? [other, one] : [one, other];
}
