/** Rooms with settings: the people who may come in, and the effect of changed settings (docs/spec/conferences.md). */
import type { MaybePromise, RoomSettings } from "@callpanel/phone-port";
import { whenReady } from "../../when-ready.ts";
import type { Service } from "../call/service.ts";
import type { Leg } from "../leg/leg.port.ts";
import type { Room } from "../rooms/room.ts";
import { createAnnouncer } from "./announcer.ts";
import { createEntrance, type EntranceDeps } from "./entrance/entrance.ts";
import type { RoomRefusal, Visit } from "../rooms/rooms.ts";

export interface Conferences {
  /** Undefined: there is no such room. */
  settingsOf(number: string): MaybePromise<RoomSettings | undefined>;
  /** Why somebody is refused before their call is answered: those who have a PIN are asked for it first. */
  refusalOf(settings: RoomSettings, visit: Visit): RoomRefusal | undefined;
  /** The service for one caller of a room. */
  serviceOf(settings: RoomSettings, visit: Visit): Service;
  /** Announces to the members of a room that they are recorded, or no longer, except one. */
  sayRecorded(room: Room, on: boolean, except: Leg | undefined): void;
  /** From now on changed settings are ignored. */
  stop(): void;
}

export const placeOf = (settings: RoomSettings) => ({
  number: settings.number,
  name: settings.name,
  ownerId: settings.ownerId,
  passing: false,
  settings,
});

export function createConferences(deps: Omit<EntranceDeps, "announcer">): Conferences {
  const { realm, rooms, parts } = deps;
  const { book } = parts;
  const announcer = createAnnouncer(deps);
  const entrance = createEntrance({ ...deps, announcer });
  const settingsOf = (number: string): MaybePromise<RoomSettings | undefined> => book.room(realm, number);
  return {
    settingsOf,
    refusalOf: (settings, visit) => {
      if (settings.disabled) return "closed";
      const isAsked = settings.asksForPin !== "never" && visit.isTrusted !== true && visit.admin !== true;
      return isAsked ? undefined : rooms.refusalOf(placeOf(settings), visit);
    },
    sayRecorded: (room, on, except) =>
      announcer.say(room, on ? "conference-recorded" : "conference-not-recorded", except),
    serviceOf: (settings, visit) => entrance(placeOf(settings), visit),
    stop: book.subscribe(() => {
      for (const number of rooms.open())
        void whenReady(settingsOf(number), (now) => rooms.change(number, now?.disabled === false ? now : undefined));
    }),
  };
}

/** CONF-22: on their own phone, without a PIN. */
export const isAdmin = ({ adminIds }: RoomSettings, userId: number | undefined): boolean =>
  userId !== undefined && adminIds.includes(userId);
