/** A member in a room with settings: their keys, and what they hear of others. */
import type { Clock, Log, RoomSettings } from "@callpanel/phone-port";
import type { ServedCaller, ServiceStay } from "../call/service.ts";
import type { Announcer } from "./announcer.ts";
import { openMenu, type MenuParts } from "./menu/menu.ts";
import type { Room, RoomStay } from "../rooms/room.ts";

interface InsideParts extends Pick<MenuParts, "mayRecord" | "openInner"> {
  readonly clock: Clock;
  readonly log: Log;
  readonly promptsFolder: string;
  readonly announcer: Announcer;
  readonly settings: RoomSettings;
  readonly caller: ServedCaller;
  readonly room: Room;
  readonly stay: RoomStay;
  /** A file with their name, which they have said at the door. */
  readonly name: string | undefined;
  /** The file is not needed any more. */
  readonly dropName: () => void;
  /** Another leg of the same person took this one's place, or is about to. */
  readonly isReplaced: () => boolean;
  /** This leg took the place of another. */
  readonly replaces: boolean;
}

export function beInside(parts: InsideParts): ServiceStay {
  const { announcer, settings, caller, room, stay, name, dropName, isReplaced, replaces } = parts;
  const { language, announceJoinLeave, optionsMenu } = settings;
  const { leg } = caller;
  let menu: ServiceStay | undefined;

  const close = (): void => {
    const open = menu;
    menu = undefined;
    open?.stop();
  };
  const open = (): void => {
    menu = openMenu({ ...parts, language, closed: close });
  };

  if (announceJoinLeave && !replaces) announcer.tell(room, leg, { what: "joined", name });
  return {
    held: () => stay.held?.(),
    talking: (talking) => stay.talking?.(talking),
    pressed: (pressed) => {
      if (menu !== undefined) menu.pressed?.(pressed);
      else if (optionsMenu && pressed.digit === "*") open();
    },
    stop: () => {
      close();
      stay.stop();
      if (isReplaced()) return;
      if (announceJoinLeave) announcer.tell(room, leg, { what: "left", name });
      if (name !== undefined) announcer.after(room, dropName);
    },
  };
}
