/** Runs callers at the door of a room, and then in it: the service of a room with settings. */
import type { InnerPort, MediaEngine } from "@callpanel/media";
import type { Clock, Directory, Log, MaybePromise, RoomParts, RoomSettings } from "@callpanel/phone-port";
import type { ServedCaller, Service, ServiceStay } from "../../call/service.ts";
import { pinCallerOf, startIvr } from "../../services/ivr/ivr.ts";
import { wordsFile } from "../../services/ivr/words.ts";
import type { RoomStay } from "../../rooms/room.ts";
import type { RoomPlace, Rooms, Visit } from "../../rooms/rooms.ts";
import type { Announcer } from "../announcer.ts";
import { beInside } from "../inside.ts";
import {
  beginEntrance,
  stepEntrance,
  type EntranceAsk,
  type EntranceState,
  type EntranceResult,
} from "./entrance.model.ts";

export interface EntranceDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly rooms: Rooms;
  readonly parts: RoomParts;
  readonly media: Pick<MediaEngine, "openInner">;
  readonly directory: Pick<Directory, "mayDo">;
  readonly announcer: Announcer;
}

export type Entrance = (place: RoomPlace & { readonly settings: RoomSettings }, visit: Visit) => Service;

export function createEntrance(deps: EntranceDeps): Entrance {
  const { clock, log, realm, rooms, parts, media, directory, announcer } = deps;
  const { book, promptsFolder, names } = parts;
  const dropName = (path: string): void => names?.remove(path);
  /** REC-20: recording needs the right to record the user's own calls. */
  const mayRecord = ({ leg: { user } }: ServedCaller): boolean =>
    user.trunk !== true && directory.mayDo?.(user, { kind: "record", owners: [user.id] }) === true;

  /** CONF-33: a person of the company has a mailbox for their name. */
  const asksName = ({ leg: { party } }: ServedCaller, { announceJoinLeave }: RoomSettings): boolean =>
    announceJoinLeave && party.userId === undefined && names !== undefined;

  return (place, visit) => {
    const { settings, number } = place;
    /** The caller has been in the room: a leg that replaces theirs is there at once. */
    let inside: RoomStay | undefined;
    let name: string | undefined;

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
        name,
        dropName: () => name !== undefined && dropName(name),
        mayRecord,
        openInner: () => openInner(media, caller, log),
      });
    };

    const atTheDoor = (caller: ServedCaller): ServiceStay => {
      const at: { door?: ServiceStay; room?: ServiceStay; isGone?: true } = {};
      /** The file of a name that is being said. */
      let file: string | undefined;
      let knowsRecording = false;
      /** The settings may have changed since the caller came. */
      const decide = (
        now: RoomSettings | undefined,
        { kind, admin }: Extract<EntranceAsk, { kind: "place" | "enter" }>,
      ): EntranceResult => {
        if (now === undefined || now.disabled || at.isGone === true) return { kind: "refused", why: "closed" };
        const why = rooms.refusalOf({ ...place, settings: now }, { ...visit, admin });
        if (why !== undefined) return { kind: "refused", why };
        const room = rooms.find(number);
        const waits = now.waitForAdmin && !admin && room?.hasAdmin !== true;
        const memberCount = room?.members.length ?? 0;
        const isRecorded = now.records || room?.state.recording === true;
        const told = { kind: "place", memberCount, waits, isRecorded } as const;
        if (kind === "place") knowsRecording = isRecorded;
        if (kind === "place") return told;
        at.door?.stop();
        at.room = enter(caller, now, { ...visit, admin, knowsRecording });
        return told;
      };
      const keepName = (isSaid: boolean): EntranceResult => {
        if (isSaid) name = file;
        else if (file !== undefined) dropName(file);
        return { kind: "done" };
      };
      const answerTo = (ask: EntranceAsk): MaybePromise<EntranceResult> => {
        switch (ask.kind) {
          case "pin": {
            const attempt = { pin: ask.pin, caller: pinCallerOf(caller) };
            return then(book.checkPin({ realm, number }, attempt), (result) => ({ kind: "pin", result }));
          }
          case "beginName":
            return then(names?.begin(), (path) => {
              file = path;
              return { kind: "nameFile", path };
            });
          case "name":
            return keepName(ask.isSaid);
          case "place":
          case "enter":
            return then(book.room(realm, number), (now) => decide(now, ask));
        }
      };
      const isKnown = visit.isTrusted === true || visit.admin === true;
      const door = startIvr<EntranceState, EntranceAsk, EntranceResult>({
        clock,
        log,
        caller,
        begin: beginEntrance(settings, { isKnown, admin: visit.admin === true }),
        step: (state, event) => stepEntrance({ ...settings, asksName: asksName(caller, settings) }, state, event),
        answer: answerTo,
        spoken: (key) => wordsFile(promptsFolder, settings.language, key),
        sendOn: () => undefined,
      });
      // A caller who hears no question and no announcement is in the room already.
      if (at.room !== undefined) door.stop();
      at.door = door;
      const stay = delegate(() => at.room ?? door);
      return {
        ...stay,
        stop: () => {
          at.isGone = true;
          stay.stop();
          if (at.room === undefined && name !== undefined) dropName(name);
        },
      };
    };

    return {
      serve: (caller) => (inside === undefined ? atTheDoor(caller) : enter(caller, settings, inside.standing)),
    };
  };
}

function openInner(
  media: Pick<MediaEngine, "openInner">,
  { leg: { port } }: ServedCaller,
  log: Log,
): InnerPort | undefined {
  try {
    return media.openInner({ near: port });
  } catch (error) {
    log.warn("a conference's menu could not be opened", { error: String(error) });
    return undefined;
  }
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
