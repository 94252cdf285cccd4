/** A room: whoever dials it, or is sent there, is one of its members (docs/spec/rooms.md). */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../arrival.ts";
import type { LegReason } from "../leg.model.ts";
import type { Rooms } from "../rooms/rooms.ts";

export interface RoomDeps {
  readonly rooms: Rooms;
}

const NOT_INVITED: LegReason = { status: 403, text: "Not invited" };
const LOCKED: LegReason = { status: 480, text: "Rooms with a PIN are not served yet" };

export function createReachRoom({ rooms }: RoomDeps) {
  return ({ call, caller, referredBy }: Arrival, { number, place }: Destination & { kind: "room" }): void => {
    const party = { number, name: place.name };
    const { locked, passing } = place;
    if (locked) return call.refuse(party, LOCKED);
    if (passing && referredBy === undefined && !rooms.isInvited(number, caller.leg.user.id))
      return call.refuse(party, NOT_INVITED);
    call.put(party, rooms.serviceOf({ number, name: place.name, passing }));
  };
}
