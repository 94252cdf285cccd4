/** A room: a caller who dials it, or is sent there, becomes a member (docs/spec/rooms.md). */
import type { Destination } from "../../dialplan/resolve.ts";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import type { RoomRefusal, Rooms } from "../rooms/rooms.ts";

export interface RoomDeps {
  readonly rooms: Rooms;
}

const NOT_INVITED: LegReason = { status: 403, text: "Not invited" };
const NO_PINS: LegReason = { status: 480, text: "Rooms with a PIN are not served yet" };
const REFUSALS: Readonly<Record<RoomRefusal, LegReason>> = {
  locked: { status: 480, text: "The room is locked" },
  full: { status: 486, text: "The room is full" },
};

export function createReachRoom({ rooms }: RoomDeps) {
  /**
   * ROOM-10: a caller who dials it must be invited; a caller who is sent there must be sent by a person who may send
   * others.
   */
  const mayEnter = ({ caller: { leg }, by, referredBy }: Arrival, number: string): boolean => {
    if (referredBy === undefined) return rooms.isInvited(number, leg.user.id);
    return rooms.takeExpected(number, leg) || rooms.maySendTo(number, by.id);
  };

  return (arrival: Arrival, { number, place }: Destination & { kind: "room" }): void => {
    const party = { number, name: place.name, kind: "room" } as const;
    const { call, by } = arrival;
    const { locked, passing } = place;
    if (locked) return call.refuse(party, NO_PINS);
    if (passing && !mayEnter(arrival, number)) return call.refuse(party, NOT_INVITED);
    const why = rooms.refusalOf(number, {});
    if (why !== undefined) return call.refuse(party, REFUSALS[why]);
    call.put(party, rooms.serviceOf({ number, name: place.name, passing, makerId: by.id }));
  };
}
