/** A member in a room with settings: their keys, and what they hear of others. */
import type { Clock, Log, RoomSettings } from "@callpanel/phone-port";
import type { ServedCaller, ServiceStay } from "../call/service.ts";
import type { Announcer } from "./announcer.ts";
import { openMenu } from "./menu/menu.ts";
import type { Room, RoomStay } from "../rooms/room.ts";

interface InsideParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsFolder: string;
  readonly announcer: Announcer;
  readonly settings: RoomSettings;
  readonly caller: ServedCaller;
  readonly room: Room;
  readonly stay: RoomStay;
  /** Another leg of the same person took this one's place, or is about to. */
  readonly isReplaced: () => boolean;
  /** This leg took the place of another. */
  readonly replaces: boolean;
}

export function beInside(parts: InsideParts): ServiceStay {
  const { clock, log, promptsFolder, announcer, settings, caller, room, stay, isReplaced, replaces } = parts;
  const { number, language, announceJoinLeave, optionsMenu } = settings;
  const { leg } = caller;
  let menu: ServiceStay | undefined;
  let stopTelling: () => void = () => undefined;

  const isWaiting = (): boolean => room.members.find(({ legId }) => legId === leg.id)?.waiting === true;
  const listener = { leg, stay, language, isFree: () => menu === undefined && !isWaiting() };

  const close = (): void => {
    const open = menu;
    menu = undefined;
    open?.stop();
    stay.listen(true);
  };
  const open = (): void => {
    stopTelling();
    menu = openMenu({ clock, log, promptsFolder, language, caller, room, stay, closed: close });
    stopTelling = announceJoinLeave ? announcer.add(number, listener) : stopTelling;
  };

  if (announceJoinLeave) {
    stopTelling = announcer.add(number, listener);
    if (!replaces) announcer.tell(number, leg, "joined");
  }
  return {
    held: () => stay.held?.(),
    talking: (talking) => stay.talking?.(talking),
    pressed: (pressed) => {
      if (menu !== undefined) menu.pressed?.(pressed);
      else if (optionsMenu && pressed.digit === "*") open();
    },
    stop: () => {
      stopTelling();
      menu?.stop();
      stay.stop();
      if (announceJoinLeave && !isReplaced()) announcer.tell(number, leg, "left");
    },
  };
}
