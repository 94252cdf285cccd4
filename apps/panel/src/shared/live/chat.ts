import type { ChatActivity, ChatPerson, ChatPresence, AnyRoom } from "@callpanel/contract";
import type { ChatClient } from "@callpanel/contract/chat-client";
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
  /** Of a person by `rocket_uid`; undefined: offline. Only a change of that person is reported. */
  presence(uid: string): Readable<ChatPresence | undefined>;
  readonly drafts: ChatDrafts;
  /** The room is on screen; null: none. */
  show(room: string | null): void;
  readonly shown: () => string | null;
  /** Somebody is about to open the room: its messages are asked for. @returns settles when they are there, or late; undefined: nothing is awaited */
  prepare(room: string): Promise<void> | undefined;
  /** Notifies others, not too often, that this person is typing. */
  writes(room: string, thread?: number): void;
  /** @returns a stop function */
  onNotice(listener: (notice: ChatNotice) => void): () => void;
  /** A message of the room was deleted. @returns a stop function */
  onDeleted(listener: (room: string) => void): () => void;
}

export const CHAT = defineService<Chat>("chat");
