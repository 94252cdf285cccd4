/** Runs callers at the door of a room, and then in it: the service of a room with settings. */
import type { Clock, Log, RoomParts, RoomSettings } from "@callpanel/phone-port";
import type { ServedCaller, Service, ServiceStay } from "../../call/service.ts";
import { pinCallerOf, startIvr } from "../../services/ivr/ivr.ts";
import { wordsFile } from "../../services/ivr/words.ts";
import type { RoomStay } from "../../rooms/room.ts";
import type { RoomPlace, Rooms, Visit } from "../../rooms/rooms.ts";
import { createAnnouncer } from "../announcer.ts";
import { beInside } from "../inside.ts";
import {
  beginEntrance,
  stepEntrance,
  type EntranceAsk,
  type EntranceState,
  type EntranceTold,
} from "./entrance.model.ts";

export interface EntranceDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly rooms: Rooms;
  readonly parts: RoomParts;
}

export type Entrance = (place: RoomPlace & { readonly settings: RoomSettings }, visit: Visit) => Service;

export function createEntrance({ clock, log, realm, rooms, parts }: EntranceDeps): Entrance {
  const { book, promptsFolder } = parts;
  const announcer = createAnnouncer({ clock, log, parts });
  return (place, visit) => {
    const { settings, number } = place;
    /** The caller has been in the room: a leg that replaces theirs is there at once. */
    let inside: RoomStay | undefined;

    const enter = (caller: ServedCaller, now: RoomSettings, as: Visit): ServiceStay => {
      const replaces = inside !== undefined;
      const stay = rooms.enter({ ...place, settings: now }, caller, as);
      inside = stay;
      const room = rooms.find(number);
      if (room === undefined) return stay;
      const isReplaced = (): boolean => inside !== stay;
      return beInside({
        clock,
        log,
        promptsFolder,
        announcer,
        settings: now,
        caller,
        room,
        stay,
        replaces,
        isReplaced,
      });
    };

    const atTheDoor = (caller: ServedCaller): ServiceStay => {
      const at: { door?: ServiceStay; room?: ServiceStay } = {};
      /** The settings may have changed since the caller came. */
      const decide = (
        now: RoomSettings | undefined,
        { kind, admin }: Extract<EntranceAsk, { admin: boolean }>,
      ): EntranceTold => {
        if (now === undefined || now.disabled) return { kind: "refused", why: "closed" };
        const why = rooms.refusalOf({ ...place, settings: now }, { ...visit, admin });
        if (why !== undefined) return { kind: "refused", why };
        const room = rooms.find(number);
        const waits = now.waitForAdmin && !admin && room?.hasAdmin !== true;
        const told = { kind: "place", memberCount: room?.members.length ?? 0, waits } as const;
        if (kind === "place") return told;
        at.door?.stop();
        at.room = enter(caller, now, { ...visit, admin });
        return told;
      };
      const isKnown = visit.isTrusted === true || visit.admin === true;
      const door = startIvr<EntranceState, EntranceAsk, EntranceTold>({
        clock,
        log,
        caller,
        begin: beginEntrance(settings, { isKnown, admin: visit.admin === true }),
        step: (state, event) => stepEntrance(settings, state, event),
        answer: (ask) => {
          if (ask.kind !== "pin") return then(book.room(realm, number), (now) => decide(now, ask));
          const attempt = { pin: ask.pin, caller: pinCallerOf(caller) };
          return then(book.checkPin({ realm, number }, attempt), (result) => ({ kind: "pin", result }));
        },
        spoken: (key) => wordsFile(promptsFolder, settings.language, key),
        sendOn: () => undefined,
      });
      // Who is asked and told nothing is in the room already.
      if (at.room !== undefined) door.stop();
      at.door = door;
      return delegate(() => at.room ?? door);
    };

    return {
      serve: (caller) => (inside === undefined ? atTheDoor(caller) : enter(caller, settings, inside.standing)),
    };
  };
}

/** A stay that passes everything on to the current one. */
const delegate = (current: () => ServiceStay): ServiceStay => ({
  stop: () => current().stop(),
  pressed: (digit) => current().pressed?.(digit),
  talking: (talking) => current().talking?.(talking),
  held: () => current().held?.(),
});

function then<From, To>(value: From | Promise<From>, as: (value: From) => To): To | Promise<To> {
  return value instanceof Promise ? value.then(as) : as(value);
}
