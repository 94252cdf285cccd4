import type { GreetingType, VoicemailCategory, VoicemailSortColumn } from "@callpanel/contract";
import type { SoundHolder } from "../../kernel/files/sound-store.port.ts";
import type { NewJob } from "../../kernel/jobs/job-store.port.ts";
import type { MessageTexts } from "../speech/index.ts";
import type { Box, MessagePlace, NewMessage, StoredGreeting, StoredMessage } from "./voicemail.model.ts";

/** Folders: `all` means all except archived messages; `custom` all of the person's own folders, or one of them. */
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
  /** Folded; a message must contain every word. */
  readonly words: readonly string[];
  /** Only these of them; undefined: all. */
  readonly ids?: readonly number[] | undefined;
}

export interface MessagePage extends MessageSearch {
  readonly sort: VoicemailSortColumn;
  readonly ascending: boolean;
  readonly start: number;
  readonly limit: number;
}

/** Message counts of a box: in the inbox, and elsewhere. */
export interface BoxCounts {
  readonly newCount: number;
  readonly oldCount: number;
  /** Part of the new ones. */
  readonly urgentCount: number;
}

/** Messages of all boxes, and the boxes themselves. When a promise resolves, the change is durable. */
export interface VoicemailStore {
  /** VM-3: pages of the same query at the same time fit together. */
  list(page: MessagePage): Promise<{ readonly total: number; readonly messages: readonly StoredMessage[] }>;
  byIds(ids: readonly number[]): Promise<readonly StoredMessage[]>;
  unread(boxIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Counts by box, of all boxes by default. Archived messages do not count. */
  counts(boxIds?: readonly number[]): Promise<ReadonlyMap<number, BoxCounts>>;
  /** Urgent messages in the inbox, oldest first. */
  urgent(boxId: number): Promise<readonly StoredMessage[]>;
  /** The number of messages, heard or unheard, in all folders, except archived ones. */
  heldBy(boxId: number): Promise<number>;
  /** Messages of all boxes, without archived ones and favourites, oldest first. */
  leftBefore(at: number, limit: number): Promise<readonly StoredMessage[]>;
  /** What still holds sounds of boxes whose owners were removed. */
  holdersOfRemoved(limit: number): Promise<readonly Pick<SoundHolder, "kind" | "id">[]>;
  /** Sorted by name, each with its number of messages. */
  customFolders(boxIds: readonly number[]): Promise<readonly { readonly name: string; readonly messages: number }[]>;
  categories(boxIds: readonly number[]): Promise<ReadonlyMap<VoicemailCategory, number>>;

  /** Stores a message together with its jobs, in one transaction. */
  add(message: NewMessage, jobsFor?: (id: number) => readonly NewJob[]): Promise<StoredMessage>;
  /** The message that was left in this call at this time, if it is stored already. */
  left(message: Pick<NewMessage, "boxId" | "at" | "callId">): Promise<StoredMessage | undefined>;
  /** @returns the messages that exist */
  move(ids: readonly number[], place: MessagePlace): Promise<void>;
  favor(ids: readonly number[], favorite: boolean): Promise<void>;
  /** Absent texts stay. False: the message does not exist any more. */
  saveTexts(id: number, texts: Partial<MessageTexts>): Promise<boolean>;
  remove(ids: readonly number[]): Promise<void>;
  /** Calls with the ids of messages that this store has added, changed or removed. @returns unsubscribes */
  onWritten(listener: (ids: readonly number[]) => void): () => void;
  /** Another server has written these messages: searches in memory read them again. */
  writtenElsewhere(ids: readonly number[] | "any"): void;

  /** Undefined: everything has its default. */
  box(boxId: number): Promise<Box | undefined>;
  /** `step` gets the current box, or the defaults. @returns the new box */
  changeBox(boxId: number, step: (box: Box) => Box): Promise<Box>;

  /** Greetings of a kind: the active one and the archived ones, newest first. */
  greetings(boxId: number, type: GreetingType): Promise<readonly StoredGreeting[]>;
  greeting(id: number): Promise<StoredGreeting | undefined>;
  /** Makes one active. @returns it, and the one that it replaces, which is removed */
  useGreeting(greeting: Omit<StoredGreeting, "id" | "archiveName">): Promise<{
    readonly greeting: StoredGreeting;
    readonly replaced: StoredGreeting | undefined;
  }>;
  /** Archives the active one under a name; it is no longer active. */
  archiveGreeting(id: number, name: string): Promise<void>;
  removeGreeting(id: number): Promise<void>;
}
