import type { GreetingType, VoicemailCategory, VoicemailSortColumn } from "@callpanel/contract";
import type { NewJob } from "../../kernel/job-store.port.ts";
import type { MessageTexts } from "../speech/index.ts";
import type { Box, MessagePlace, NewMessage, StoredGreeting, StoredMessage } from "./voicemail.model.ts";

/** Of which folders: `all` is every one but the archived; `custom` every folder of one's own, or one of them. */
export type FolderFilter =
  | { readonly folder: "all" | "inbox" | "old" | "favorite" | "custom" | "archived" }
  | { readonly folder: "own"; readonly name: string };

export interface MessageSearch {
  readonly boxIds: readonly number[];
  readonly folder: FolderFilter;
  readonly category: VoicemailCategory | undefined;
  /** Milliseconds since the epoch: left at `from` or later, and before `until`. */
  readonly from: number;
  readonly until: number;
  /** Folded; a message holds every one. */
  readonly words: readonly string[];
}

export interface MessagePage extends MessageSearch {
  readonly sort: VoicemailSortColumn;
  readonly ascending: boolean;
  readonly start: number;
  readonly limit: number;
}

/** How many messages a box holds: in the inbox, and elsewhere. */
export interface BoxCounts {
  readonly newCount: number;
  readonly oldCount: number;
  /** Of the new ones. */
  readonly urgentCount: number;
}

/** Messages of all boxes, and the boxes themselves. What a call resolved to is durable. */
export interface VoicemailStore {
  /** VM-3: the same question at the same time gives pages that join. */
  list(page: MessagePage): Promise<{ readonly total: number; readonly messages: readonly StoredMessage[] }>;
  byIds(ids: readonly number[]): Promise<readonly StoredMessage[]>;
  unread(boxIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** By box; of all boxes unless told. What is archived does not count. */
  counts(boxIds?: readonly number[]): Promise<ReadonlyMap<number, BoxCounts>>;
  /** Those in the inbox that were marked so, the oldest first. */
  urgent(boxId: number): Promise<readonly StoredMessage[]>;
  /** Heard or unheard, wherever they lie, without the archived. */
  heldBy(boxId: number): Promise<number>;
  /** Of all boxes: neither archived nor a favourite, the oldest first. */
  leftBefore(at: number, limit: number): Promise<readonly StoredMessage[]>;
  /** By name, with how many messages each has. */
  customFolders(boxIds: readonly number[]): Promise<readonly { readonly name: string; readonly messages: number }[]>;
  categories(boxIds: readonly number[]): Promise<ReadonlyMap<VoicemailCategory, number>>;

  /** Keeps a message, and with it in one step the jobs there are to do for it. */
  add(message: NewMessage, jobsFor?: (id: number) => readonly NewJob[]): Promise<StoredMessage>;
  /** The one that was left in a call at a time, if it is kept already. */
  left(message: Pick<NewMessage, "boxId" | "at" | "callId">): Promise<StoredMessage | undefined>;
  /** @returns those that are there */
  move(ids: readonly number[], place: MessagePlace): Promise<void>;
  favor(ids: readonly number[], favorite: boolean): Promise<void>;
  /** What is not named stays. False: the message is gone. */
  saveTexts(id: number, texts: Partial<MessageTexts>): Promise<boolean>;
  remove(ids: readonly number[]): Promise<void>;

  /** Undefined: nobody has set anything. */
  box(boxId: number): Promise<Box | undefined>;
  /** From what is set now, or from a box in which nothing is. @returns what is set then */
  changeBox(boxId: number, step: (box: Box) => Box): Promise<Box>;

  /** Of a kind: the one in use and those that were archived, the newest first. */
  greetings(boxId: number, type: GreetingType): Promise<readonly StoredGreeting[]>;
  greeting(id: number): Promise<StoredGreeting | undefined>;
  /** Puts one in use. @returns it, and the one that it replaces, which is gone */
  useGreeting(greeting: Omit<StoredGreeting, "id" | "archiveName">): Promise<{
    readonly greeting: StoredGreeting;
    readonly replaced: StoredGreeting | undefined;
  }>;
  /** Keeps the one in use under a name; it is no longer in use. */
  archiveGreeting(id: number, name: string): Promise<void>;
  removeGreeting(id: number): Promise<void>;
}
