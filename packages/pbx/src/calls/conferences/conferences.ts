/** Rooms with settings: who may come in, and what follows when settings change (docs/spec/conferences.md). */
import type { MaybePromise, RoomSettings } from "@callpanel/phone-port";
import { whenReady } from "../../when-ready.ts";
import type { Service } from "../call/service.ts";
import { createEntrance, type EntranceDeps } from "./entrance/entrance.ts";
import type { RoomRefusal, Visit } from "../rooms/rooms.ts";

export interface Conferences {
  /** Undefined: there is no such room. */
  settingsOf(number: string): MaybePromise<RoomSettings | undefined>;
  /** Why somebody is refused before their call is answered: those who have a PIN are asked for it first. */
  refusalOf(settings: RoomSettings, visit: Visit): RoomRefusal | undefined;
  /** The service for one caller of a room. */
  serviceOf(settings: RoomSettings, visit: Visit): Service;
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

export function createConferences(deps: EntranceDeps): Conferences {
  const { realm, rooms, parts } = deps;
  const { book } = parts;
  const entrance = createEntrance(deps);
  const settingsOf = (number: string): MaybePromise<RoomSettings | undefined> => book.room(realm, number);
  return {
    settingsOf,
    refusalOf: (settings, visit) => {
      if (settings.disabled) return "closed";
      const isAsked = settings.asksForPin !== "never" && visit.isTrusted !== true && visit.admin !== true;
      return isAsked ? undefined : rooms.refusalOf(placeOf(settings), visit);
    },
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
