import type { NotifyLevel } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { useCallback, useRef, useSyncExternalStore } from "react";
import { CHAT } from "../live/chat.ts";
import { useService } from "../panel.ts";

/** A part of what chat knows; the component renders again when it is another. */
export function useChat<Part>(
  select: (client: ChatClient) => Part,
  isSame: (one: Part, other: Part) => boolean = Object.is,
): Part {
  const chat = useService(CHAT);
  const { version } = chat;
  const last = useRef<{ readonly at: number; readonly select: unknown; readonly part: Part } | null>(null);
  const get = useCallback(() => {
    const at = version.get();
    const known = last.current;
    if (known !== null && known.at === at && known.select === select) return known.part;
    const next = select(chat.client);
    const part = known !== null && isSame(known.part, next) ? known.part : next;
    last.current = { at, select, part };
    return part;
  }, [chat, version, select, isSame]);
  return useSyncExternalStore(version.subscribe, get);
}

export const sameItems = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, at) => Object.is(item, other[at]));

/** CHATUI-5: what a room adds to the badges: of a silent one mentions only. */
export const badgeOf = (unread: number, mentions: number, level: NotifyLevel | undefined): number =>
  level === "nothing" ? mentions : unread;
