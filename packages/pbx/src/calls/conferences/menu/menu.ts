/** Runs the menu of a member, who hears it over the room. */
import type { Clock, Log, SpokenLanguage } from "@callpanel/phone-port";
import type { InnerPort, MediaPort, MediaSource } from "@callpanel/media";
import type { ServedCaller, ServiceStay } from "../../call/service.ts";
import { startIvr } from "../../services/ivr/ivr.ts";
import { wordsFile } from "../../services/ivr/words.ts";
import { VOLUME_STEP_DB } from "../../rooms/member.ts";
import type { Room, RoomStay } from "../../rooms/room.ts";
import { beginMenu, stepMenu, type MenuAsk, type MenuState, type MenuResult } from "./menu.model.ts";

export interface MenuParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsFolder: string;
  readonly language: SpokenLanguage;
  readonly caller: ServedCaller;
  readonly room: Pick<Room, "lock" | "members" | "muteSelf" | "record" | "state">;
  readonly stay: RoomStay;
  /** What it says; undefined: the media has no more ports. */
  readonly openInner: () => InnerPort | undefined;
  readonly mayRecord: (caller: ServedCaller) => boolean;
  /** The member has closed it. */
  readonly closed: () => void;
}

/** The menu, open; undefined: it cannot be opened now. */
export function openMenu(parts: MenuParts): ServiceStay | undefined {
  const { clock, log, promptsFolder, language, caller, room, stay, openInner, mayRecord, closed } = parts;
  const inner = openInner();
  if (inner === undefined) return undefined;
  const legId = caller.leg.id;

  const record = (): MenuResult => {
    const recording = !room.state.recording;
    const by = { username: caller.leg.user.sipUsername, leg: caller.leg };
    if (!mayRecord(caller) || !room.record(recording, by)) return { kind: "refused" };
    return { kind: "record", recording };
  };
  const answer = (ask: MenuAsk): MenuResult => {
    const { members } = room;
    switch (ask.kind) {
      case "count":
        return { kind: "count", otherCount: members.length - 1 };
      case "lock": {
        const locked = !room.state.locked;
        room.lock(locked);
        return { kind: "lock", locked };
      }
      case "volume": {
        const { what, louder } = ask;
        return { kind: "volume", louder, isTurned: stay.turn(what, louder ? VOLUME_STEP_DB : -VOLUME_STEP_DB) };
      }
      case "record":
        return record();
      case "mute": {
        const muted = !stay.standing.muted;
        room.muteSelf(legId, muted);
        const mutedByRoom = members.find((one) => one.legId === legId)?.mutedByRoom === true;
        return { kind: "muted", muted, mutedByRoom };
      }
    }
  };
  const who = { admin: stay.standing.admin, language };
  stay.hearAlso(inner);
  const ivr = startIvr<MenuState, MenuAsk, MenuResult>({
    clock,
    log,
    caller: { ...caller, leg: { port: speaking(caller.leg.port, inner), connected: true, party: caller.leg.party } },
    begin: beginMenu(who),
    step: (state, event) => stepMenu(who, state, event),
    answer,
    spoken: (key) => wordsFile(promptsFolder, language, key),
    sendOn: closed,
  });
  return {
    ...ivr,
    stop: () => {
      ivr.stop();
      stay.hearAlso(undefined);
      inner.close();
    },
  };
}

/** The member's port, with what is played to it said over the room. */
function speaking(port: MediaPort, inner: InnerPort): MediaPort {
  const say = (source: MediaSource): void => {
    if (source.kind === "file" || source.kind === "prompt") inner.say(source);
  };
  return { ...port, hear: say, subscribe: inner.subscribe };
}
