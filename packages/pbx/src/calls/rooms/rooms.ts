/** All rooms that somebody is in, by number. */
import type { Clock, GuestState, PhoneEvent, RoomView } from "@callpanel/phone-port";
import type { Leg } from "../leg.ts";
import type { Service } from "../service.ts";
import { createPeople, type Guest, type People } from "./people.ts";
import { createRoom, type Room } from "./room.ts";

export interface RoomPlace {
  readonly number: string;
  readonly name: string;
  /** Made on the spot for a three-way call, and gone with its last member. */
  readonly passing: boolean;
  /** Who makes it, where it is made on the spot. */
  readonly makerId?: number;
}

export interface Rooms {
  /** What a caller finds who comes to the place. */
  serviceOf(place: RoomPlace): Service;
  /** A person may dial a room made on the spot once they have been invited, as long as somebody is there. */
  invite(number: string, userId: number): void;
  /** Somebody is rung for a room made on the spot; undefined where nobody is in it. */
  ring(number: string, guest: Guest): Ringing | undefined;
  /** ROOM-15: a member goes out, or a guest is rung no more; they are invited no longer. False where there is none of that id. */
  remove(number: string, id: string): boolean;
  /** False where the leg is in no room. */
  setMuted(leg: Leg, muted: boolean): boolean;
  isOpen(number: string): boolean;
  /** Two are in it and nobody is rung for it. */
  isLeftToTwo(number: string): boolean;
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

/** Of a guest who does not come. */
export type Ringing = (state: Exclude<GuestState, "ringing">) => void;

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
  /** Of a room made on the spot. */
  readonly people: People | undefined;
}

export function createRooms({ clock, realm, emit, isRung }: RoomsDeps): Rooms {
  const entries = new Map<string, Entry>();
  const invited = new Map<string, Set<number>>();
  const expected = new WeakMap<Leg, string>();

  const open = (place: RoomPlace): Entry => {
    const { number, name, passing, makerId } = place;
    const told = () => ({ at: clock.now(), realm, room: { number, name } });
    const room: Room = createRoom({
      clock,
      passing,
      isAwaited: () => isRung(number) || people?.isRung() === true,
      tell: (change) => emit({ ...change, ...told() }),
      changed: () => people?.changed(),
      emptied: () => {
        entries.delete(number);
        invited.delete(number);
        people?.close();
        if (passing) emit({ kind: "roomPeople", ...told(), people: [] });
      },
    });
    const people = passing
      ? createPeople({
          number,
          makerId,
          members: () => room.present,
          tell: (now) => emit({ kind: "roomPeople", ...told(), people: now }),
        })
      : undefined;
    const entry = { place, room, people };
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
    ring: (number, guest) => {
      const people = entries.get(number)?.people;
      people?.ring(guest);
      return people && ((state) => people.failed(guest.id, state));
    },
    remove: (number, id) => {
      const entry = entries.get(number);
      const person = entry?.people?.views().find((one) => one.id === id);
      if (entry === undefined || person === undefined) return false;
      if (person.userId !== undefined) invited.get(number)?.delete(person.userId);
      return person.state === "in" ? entry.room.dismiss(id) : entry.people?.cancel(id) === true;
    },
    setMuted: (leg, muted) => [...entries.values()].some(({ room }) => room.setMuted(leg.id, muted)),
    isOpen: (number) => entries.has(number),
    isLeftToTwo: (number) => entries.get(number)?.people?.views().length === 2,
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
      [...entries.values()].map(({ place: { number, name }, room, people }) => ({
        realm,
        number,
        name,
        members: room.members,
        people: people?.views() ?? [],
      })),
  };
}
