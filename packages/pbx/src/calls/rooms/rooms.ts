/** All rooms that somebody is in, by number. */
import type { Clock, PhoneEvent, RoomView } from "@callpanel/phone-port";
import type { Leg } from "../leg.ts";
import type { Service } from "../service.ts";
import { createRoom, type Room } from "./room.ts";

export interface RoomPlace {
  readonly number: string;
  readonly name: string;
  /** Made on the spot for a three-way call, and gone with its last member. */
  readonly passing: boolean;
}

export interface Rooms {
  /** What a caller finds who comes to the place. */
  serviceOf(place: RoomPlace): Service;
  /** A person may dial a room made on the spot once they have been invited, as long as somebody is there. */
  invite(number: string, userId: number): void;
  isInvited(number: string, userId: number): boolean;
  /** ROOM-10: whether a person may send somebody to a room made on the spot: nobody is in it, or they are or may be themselves. */
  maySendTo(number: string, userId: number): boolean;
  /** These legs are on their way to a room by an order that was allowed. */
  expect(number: string, legs: readonly Leg[]): void;
  /** Once. */
  takeExpected(number: string, leg: Leg): boolean;
  isMember(number: string, userId: number): boolean;
  /** The room that a leg is in, and the others there. */
  stayOf(leg: Leg): { readonly number: string; readonly others: readonly Leg[] } | undefined;
  views(): readonly RoomView[];
}

interface RoomsDeps {
  readonly clock: Clock;
  readonly realm: string;
  readonly emit: (event: PhoneEvent) => void;
  /** Whether somebody is being rung for a number. */
  readonly isRung: (number: string) => boolean;
}

interface Entry {
  readonly place: RoomPlace;
  readonly room: Room;
}

export function createRooms({ clock, realm, emit, isRung }: RoomsDeps): Rooms {
  const entries = new Map<string, Entry>();
  const invited = new Map<string, Set<number>>();
  const expected = new WeakMap<Leg, string>();

  const open = (place: RoomPlace): Entry => {
    const { number, name, passing } = place;
    const room = createRoom({
      clock,
      passing,
      isAwaited: () => isRung(number),
      tell: (change) => emit({ ...change, at: clock.now(), realm, room: { number, name } }),
      emptied: () => {
        entries.delete(number);
        invited.delete(number);
      },
    });
    const entry = { place, room };
    entries.set(number, entry);
    return entry;
  };

  const isMember: Rooms["isMember"] = (number, userId) =>
    entries.get(number)?.room.members.some(({ party }) => party.userId === userId) === true;
  const isInvited: Rooms["isInvited"] = (number, userId) => invited.get(number)?.has(userId) === true;

  return {
    serviceOf: (place) => ({
      serve: (caller) => (entries.get(place.number) ?? open(place)).room.enter(caller),
    }),
    invite: (number, userId) => {
      if (!entries.has(number)) return;
      invited.set(number, (invited.get(number) ?? new Set()).add(userId));
    },
    isInvited,
    isMember,
    maySendTo: (number, userId) => !entries.has(number) || isMember(number, userId) || isInvited(number, userId),
    expect: (number, legs) => {
      for (const leg of legs) expected.set(leg, number);
    },
    takeExpected: (number, leg) => expected.get(leg) === number && expected.delete(leg),
    stayOf: (leg) => {
      for (const { place, room } of entries.values()) {
        const others = room.othersOf(leg);
        if (others !== undefined) return { number: place.number, others };
      }
      return undefined;
    },
    views: () =>
      [...entries.values()].map(({ place: { number, name }, room }) => ({
        realm,
        number,
        name,
        members: room.members,
      })),
  };
}
