/** A room: a caller who dials it, or is sent there, becomes a member (docs/spec/rooms.md, conferences.md). */
import type { RoomSettings } from "@callpanel/phone-port";
import type { Destination } from "../../dialplan/resolve.ts";
import { whenReady } from "../../when-ready.ts";
import type { Arrival } from "../call/arrival.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { isAdmin, type Conferences } from "../conferences/conferences.ts";
import type { RoomRefusal, Rooms } from "../rooms/rooms.ts";

export interface RoomDeps {
  readonly rooms: Rooms;
  /** Absent: rooms have no settings. */
  readonly conferences?: Conferences | undefined;
}

const NOT_INVITED: LegReason = { status: 403, text: "Not invited" };
const REFUSALS: Readonly<Record<RoomRefusal, LegReason>> = {
  locked: { status: 480, text: "The room is locked" },
  full: { status: 486, text: "The room is full" },
  closed: { status: 480, text: "The room is closed" },
};

export function createReachRoom({ rooms, conferences }: RoomDeps) {
  /**
   * ROOM-10: a caller who dials it must be invited; a caller who is sent there must be sent by a person who may send
   * others.
   */
  const mayEnter = ({ caller: { leg }, by, referredBy }: Arrival, number: string): boolean => {
    if (referredBy === undefined) return rooms.isInvited(number, leg.user.id);
    return rooms.takeExpected(number, leg) || rooms.maySendTo(number, by.id);
  };

  const reachPassing = (arrival: Arrival, { number, place: { name } }: Destination & { kind: "room" }): void => {
    const { call, by } = arrival;
    const party = { number, name, kind: "room" } as const;
    if (!mayEnter(arrival, number)) return call.refuse(party, NOT_INVITED);
    call.put(party, rooms.serviceOf({ number, name, passing: true, makerId: by.id }));
  };

  return (arrival: Arrival, destination: Destination & { kind: "room" }): void | Promise<void> => {
    const { id: number, name, passing } = destination.place;
    if (passing) return reachPassing(arrival, destination);
    const { call, caller } = arrival;
    if (conferences === undefined)
      return call.put({ number, name, kind: "room" }, rooms.serviceOf({ number, name, passing }));
    return whenReady(conferences.settingsOf(number), (settings: RoomSettings | undefined) => {
      if (!call.live) return;
      const party = { number, name: settings?.name ?? name, kind: "room" } as const;
      const visit = { admin: settings !== undefined && isAdmin(settings, caller.leg.party.userId) };
      const why = settings === undefined ? "closed" : conferences.refusalOf(settings, visit);
      if (settings === undefined || why !== undefined) return call.refuse(party, REFUSALS[why ?? "closed"]);
      call.put(party, conferences.serviceOf(settings, visit));
    });
  };
}
