import type { ChatActivity, ChatPerson, ChatPresence, NotifyLevel, AnyRoom } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
import { useCallback, useRef, useSyncExternalStore } from "react";
import { useService } from "../panel.ts";
import { defineService } from "../service.ts";
import type { Readable } from "../store.ts";
import type { ChatLineState } from "./chatLine.ts";

/** Somebody is writing. */
export interface Typing {
  readonly room: string;
  readonly thread: number | null;
  readonly from: ChatPerson;
}

type NoticeParts = Pick<ChatActivity, "n" | "thread" | "from" | "preview" | "mentions" | "all" | "followers">;

/** A message for a notice. */
export interface ChatNotice {
  /** Without its id one is led to the room. */
  readonly activity: NoticeParts & Partial<Pick<ChatActivity, "id">>;
  readonly room: AnyRoom;
}

/** Unsent texts by room or thread. */
export interface ChatDrafts extends Readable<ReadonlyMap<string, string>> {
  of(room: string, thread?: number): string;
  keep(room: string, thread: number | undefined, text: string): void;
}

/** Times of the server, ms since the epoch. */
export interface ChatBegun {
  /** The person came to this page. */
  readonly came: number;
  /** Chat was connected for the first time. */
  readonly connected: number;
}

/** Chat of the signed-in person, on every page. */
export interface Chat {
  readonly client: ChatClient;
  /** Null: not connected yet. */
  readonly began: ChatBegun | null;
  /** Grows with every change of the client. */
  readonly version: Readable<number>;
  readonly line: Readable<ChatLineState>;
  /** Unread messages of rooms that are not silent, for badges. */
  readonly unread: Readable<number>;
  readonly typing: Readable<readonly Typing[]>;
  /** Of a person by `rocket_uid`; undefined: offline. Only a change of that person is told. */
  presence(uid: string): Readable<ChatPresence | undefined>;
  readonly drafts: ChatDrafts;
  /** The room is on screen; null: none. */
  show(room: string | null): void;
  readonly shown: () => string | null;
  /** Somebody is about to open the room: its messages are asked for. @returns settles when they are there, or late; undefined: nothing is awaited */
  prepare(room: string): Promise<void> | undefined;
  /** Tells others, not too often, that this person writes. */
  writes(room: string, thread?: number): void;
  /** @returns a stop function */
  onNotice(listener: (notice: ChatNotice) => void): () => void;
  /** A message of the room was deleted. @returns a stop function */
  onDeleted(listener: (room: string) => void): () => void;
}

export const CHAT = defineService<Chat>("chat");

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
