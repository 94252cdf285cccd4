/** All rooms that have members, by number. */
import type { MediaEngine } from "@callpanel/media";
import type { GuestState, PhoneEvent, RoomView } from "@callpanel/phone-port";
import type { Leg } from "../leg/leg.port.ts";
import type { ServedCaller, Service } from "../call/service.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { PLAIN, type Standing } from "./member.ts";
import { createPeople, type Guest, type People } from "./people.ts";
import { createRoomRecording, type RoomRecordingParts } from "./room-recording.ts";
import { createRoomSound } from "./room-sound.ts";
import { createRoom, type Room, type RoomManner, type RoomStay } from "./room.ts";

export interface RoomPlace {
  readonly number: string;
  readonly name: string;
  /** Made on the spot for a three-way call; it ends with its last member. */
  readonly passing: boolean;
  /** The person who makes it, if it is made on the spot. */
  readonly makerId?: number;
  /** Absent: a room without settings. */
  readonly settings?: RoomManner;
  /** The person whose room it is. */
  readonly ownerId?: number | undefined;
}

/** How a caller comes to a room; `isTrusted`: no PIN and no lock keeps them out. */
export type Visit = Partial<Standing> & { readonly isTrusted?: boolean };

/** Why somebody may not join a room. */
export type RoomRefusal = "locked" | "full" | "closed";

const NO_SETTINGS: RoomManner = {
  language: "en",
  listenOnly: false,
  maxUsers: 0,
  music: true,
  records: false,
  sharesRecordings: false,
  waitForAdmin: false,
};
const CLOSED: LegReason = { status: 200, text: "The room was closed" };

export interface Rooms {
  /** The service for callers of a room without settings. */
  serviceOf(place: RoomPlace): Service;
  /** The caller is in the room from now on; `refusalOf` was asked before. */
  enter(place: RoomPlace, caller: ServedCaller, visit: Visit): RoomStay;
  /** Undefined: they may join. Admins always may. */
  refusalOf(place: RoomPlace, visit: Visit): RoomRefusal | undefined;
  /** A person may dial a room made on the spot once they have been invited, as long as it has members. */
  invite(number: string, userId: number): void;
  /** A person is rung for a room made on the spot; undefined if it has no members. */
  ring(number: string, guest: Guest): Ringing | undefined;
  /**
   * CONF-9, ROOM-15: hangs up a member or stops ringing a guest, and withdraws their invitation. False if there is no
   * person with that id.
   */
  remove(number: string, id: string): boolean;
  /** As the member's phone reports it. False if the leg is in no room. */
  setMicrophone(leg: Leg, off: boolean): boolean;
  /** The room, while it has members. */
  find(number: string): Room | undefined;
  /** Numbers of rooms with members that have settings. */
  open(): readonly string[];
  /** Settings have changed; undefined: the room is closed, and everybody is hung up. */
  change(number: string, settings: RoomManner | undefined): void;
  isOpen(number: string): boolean;
  /** Two people are in it and no one is rung for it. */
  isLeftToTwo(number: string): boolean;
  isInvited(number: string, userId: number): boolean;
  /**
   * ROOM-10: whether a person may send others to a room made on the spot: it has no members, or the person is a member
   * or invited.
   */
  maySendTo(number: string, userId: number): boolean;
  /** These legs were sent to a room by an allowed command and may enter. */
  expect(number: string, legs: readonly Leg[]): void;
  /** Uses up the permission of `expect`: true only once. */
  takeExpected(number: string, leg: Leg): boolean;
  isMember(number: string, userId: number): boolean;
  /** The room that a leg is in, and the other legs there. */
  stayOf(leg: Leg): { readonly number: string; readonly others: readonly Leg[] } | undefined;
  views(): readonly RoomView[];
}

/** Reports that a guest does not come. */
export type Ringing = (state: Exclude<GuestState, "ringing">) => void;

interface RoomsDeps extends Omit<RoomRecordingParts, "room" | "inner" | "lost"> {
  readonly realm: string;
  readonly media: Pick<MediaEngine, "openInner">;
  /** Announces to the members of a room that they are recorded, or no longer. */
  readonly sayRecorded: (room: Room, on: boolean, except: Leg | undefined) => void;
  readonly emit: (event: PhoneEvent) => void;
  /** Whether a person is being rung for a number. */
  readonly isRung: (number: string) => boolean;
}

interface Entry {
  readonly place: RoomPlace;
  readonly room: Room;
  /** Only for a room made on the spot. */
  readonly people: People | undefined;
}

export function createRooms(deps: RoomsDeps): Rooms {
  const { clock, realm, emit, isRung, media, sayRecorded } = deps;
  const entries = new Map<string, Entry>();
  const invited = new Map<string, Set<number>>();
  const expected = new WeakMap<Leg, string>();

  const open = (place: RoomPlace): Entry => {
    const { number, name, passing, makerId, ownerId, settings: manner = NO_SETTINGS } = place;
    const told = () => ({ at: clock.now(), realm, room: { number, name, ownerId } });
    const sound = createRoomSound(media);
    const room: Room = createRoom({
      clock,
      manner,
      passing,
      sound,
      recording: (lost) => createRoomRecording({ ...deps, room: { number, name }, inner: () => sound.inner, lost }),
      sayRecorded: (on, except) => sayRecorded(room, on, except),
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

  const refusalOf: Rooms["refusalOf"] = ({ number }, { admin = false, isTrusted = false }) => {
    const room = entries.get(number)?.room;
    if (room === undefined || admin) return undefined;
    if (room.state.locked && !isTrusted) return "locked";
    return room.isFull ? "full" : undefined;
  };

  const enter: Rooms["enter"] = (place, caller, visit) => {
    const { isTrusted: _, ...standing } = visit;
    const { room } = entries.get(place.number) ?? open(place);
    return room.enter(caller, { ...PLAIN, ...standing });
  };

  const isMember: Rooms["isMember"] = (number, userId) =>
    entries.get(number)?.room.members.some(({ party }) => party.userId === userId) === true;
  const isInvited: Rooms["isInvited"] = (number, userId) => invited.get(number)?.has(userId) === true;

  return {
    serviceOf: (place) => {
      let stay: RoomStay | undefined;
      return { serve: (caller) => (stay = enter(place, caller, stay?.standing ?? {})) };
    },
    enter,
    refusalOf,
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
      if (entry?.people === undefined) return entry?.room.dismiss(id) ?? false;
      const person = entry.people.views().find((one) => one.id === id);
      if (person === undefined) return false;
      if (person.userId !== undefined) invited.get(number)?.delete(person.userId);
      return person.state === "in" ? entry.room.dismiss(id) : entry.people.cancel(id);
    },
    setMicrophone: (leg, off) => [...entries.values()].some(({ room }) => room.setMicrophone(leg.id, off)),
    find: (number) => entries.get(number)?.room,
    open: () => [...entries.values()].flatMap(({ place }) => (place.settings === undefined ? [] : [place.number])),
    change: (number, settings) => {
      const room = entries.get(number)?.room;
      if (settings !== undefined) return room?.change(settings);
      for (const { legId } of room?.members ?? []) room?.dismiss(legId, CLOSED);
    },
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
      [...entries.values()].map(({ place: { number, name, ownerId }, room, people }) => ({
        realm,
        number,
        name,
        ownerId,
        state: room.state,
        members: room.members,
        people: people?.views() ?? [],
      })),
  };
}
