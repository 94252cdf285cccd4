import type { ChatClient } from "@callpanel/contract/chat-client";
import type { Clock } from "../../../shared/clock.ts";
import type { Chat } from "../../../shared/live/chat.ts";

/** CHATUI-60: a room that is opened waits this long for its messages, so that it is rendered once and whole. */
const PREPARE_MS = 100;

export interface ShownRoom extends Pick<Chat, "show" | "shown" | "prepare"> {
  /** Something changed: the room on screen may come later than the page, or again after it was gone. */
  open(): void;
}

/** The rooms for which the server sends every change: the one on screen, and the one that the user is about to open. */
export function createShownRoom(clock: Clock, client: () => ChatClient): ShownRoom {
  let shown: string | null = null;
  let ahead: string | null = null;
  const opened = new Set<string>();
  const isThere = (room: string | null): room is string => room !== null && client().room(room) !== undefined;
  const open = () => {
    const wanted = [shown, ahead].filter(isThere);
    for (const room of [...opened].filter((one) => !wanted.includes(one))) {
      opened.delete(room);
      client().closeRoom(room);
    }
    for (const room of wanted.filter((one) => !opened.has(one))) {
      opened.add(room);
      client().openRoom(room);
    }
  };
  const waitsFor = (room: string): boolean => {
    const known = client().room(room);
    return known !== undefined && known.n >= known.room.first && client().messages(room).length === 0;
  };
  return {
    open,
    show(room) {
      shown = room;
      if (room !== null) ahead = null;
      open();
    },
    shown: () => shown,
    prepare(room) {
      if (room === shown) return undefined;
      ahead = room;
      open();
      if (!client().isOpen || !waitsFor(room)) return undefined;
      return new Promise((resolve) => {
        const end = () => {
          leave();
          cancel();
          resolve();
        };
        const leave = client().subscribe(() => {
          if (!waitsFor(room)) end();
        });
        const cancel = clock.setTimeout(end, PREPARE_MS);
      });
    },
  };
}
