/** Runs the menu of a member, who hears it in place of the room. */
import type { Clock, Log, SpokenLanguage } from "@callpanel/phone-port";
import type { ServedCaller, ServiceStay } from "../../call/service.ts";
import { startIvr } from "../../services/ivr/ivr.ts";
import { wordsFile } from "../../services/ivr/words.ts";
import type { Room, RoomStay } from "../../rooms/room.ts";
import { beginMenu, stepMenu, type MenuAsk, type MenuState, type MenuTold } from "./menu.model.ts";

interface MenuParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsFolder: string;
  readonly language: SpokenLanguage;
  readonly caller: ServedCaller;
  readonly room: Pick<Room, "lock" | "members" | "muteSelf" | "state">;
  readonly stay: RoomStay;
  /** The member is back among the others. */
  readonly closed: () => void;
}

/** The menu, open. */
export function openMenu(parts: MenuParts): ServiceStay {
  const { clock, log, promptsFolder, language, caller, room, stay, closed } = parts;
  const legId = caller.leg.id;
  const answer = ({ kind }: MenuAsk): MenuTold => {
    const { members } = room;
    if (kind === "count") return { kind, otherCount: members.length - 1 };
    if (kind === "lock") {
      const locked = !room.state.locked;
      room.lock(locked);
      return { kind, locked };
    }
    const muted = !stay.standing.muted;
    room.muteSelf(legId, muted);
    return { kind: "muted", muted, mutedByRoom: room.members.find((one) => one.legId === legId)?.mutedByRoom === true };
  };
  const who = { admin: stay.standing.admin, language };
  stay.listen(false);
  return startIvr<MenuState, MenuAsk, MenuTold>({
    clock,
    log,
    caller,
    begin: beginMenu(who),
    step: (state, event) => stepMenu(who, state, event),
    answer,
    spoken: (key) => wordsFile(promptsFolder, language, key),
    sendOn: closed,
  });
}
