/** What chat keeps. Times in milliseconds since the epoch; ids of rooms and people are numbers here and texts on the wire. */
import type { AuditAct, AuditDetails, ChatMessage, ChatReaction, NotifyLevel, RoomType } from "@callpanel/contract";
import type { SearchTerm } from "./messages/search-terms.ts";

export type StoredRole = "owner" | "member";

export interface StoredRoom {
  readonly id: number;
  readonly realmId: number;
  readonly type: RoomType;
  readonly name: string;
  readonly topic: string;
  readonly readOnly: boolean;
  readonly archived: boolean;
  readonly rev: number;
  readonly membersRev: number;
  readonly seq: number;
  readonly n: number;
  readonly updatedAt: number;
  /** The room's own limit in days; null: that of the company. */
  readonly keepDays: number | null;
  /** Place and id of the first message that is kept, or of the next one. */
  readonly first: { readonly n: number; readonly id: number };
}

export interface StoredMember {
  readonly userId: number;
  readonly role: StoredRole;
  readonly open: boolean;
  readonly notify: NotifyLevel;
  readonly rev: number;
  readonly read: number;
  readonly joinedAt: number;
}

/** A person as chat shows them. */
export interface ChatAccount {
  readonly id: number;
  readonly name: string;
  readonly username: string;
}

export interface MemberPerson extends ChatAccount {
  readonly role: StoredRole;
  readonly pictureKey: string | null;
}

export interface ChatContact extends ChatAccount {
  readonly email: string;
  readonly extension: string;
  readonly pictureKey: string | null;
}

/** A room with what a list shows of it. */
export interface ListedRoom {
  readonly room: StoredRoom;
  readonly usersCount: number;
  /** The owner of longest standing; of direct conversations null. */
  readonly owner: ChatAccount | null;
  /** Undefined: the person is no member. */
  readonly member: StoredMember | undefined;
  /** Unread places that mention the person, the earliest first. */
  readonly mentions: readonly number[];
  readonly last: ChatMessage | undefined;
  /** Of direct conversations: everybody in it. */
  readonly people: readonly ChatAccount[];
}

export interface NewRoom {
  readonly realmId: number;
  readonly type: RoomType;
  readonly name: string;
  readonly topic: string;
  readonly readOnly: boolean;
  readonly directKey: string | null;
  readonly at: number;
  /** The person who creates it, for the audit log; undefined: nothing is written there. */
  readonly by?: number | undefined;
  readonly members: ReadonlyArray<{ readonly userId: number; readonly role: StoredRole; readonly notify: NotifyLevel }>;
}

export type NewMessage = Pick<ChatMessage, "thread" | "client_id" | "text" | "all"> & {
  readonly sender: ChatAccount;
  readonly at: number;
  readonly mentions: readonly number[];
  /** Ids of files of the room that the sender has uploaded and not sent. */
  readonly files: readonly string[];
  /** A line of the phone system. */
  readonly call?: ChatMessage["call"];
};

export interface MessageChange {
  /** Empty: a person whose name was removed. */
  readonly senderName?: string;
  readonly text?: string;
  readonly mentions?: readonly number[];
  readonly all?: boolean;
  readonly editedAt?: number;
  readonly deleted?: true;
  readonly reactions?: readonly ChatReaction[];
  readonly pinnedBy?: number | null;
  readonly replies?: ChatMessage["replies"];
}

/** CHAT-9: an act of a person in a room. */
export interface RoomAct {
  readonly act: AuditAct;
  readonly by: number;
  readonly at: number;
  /** The person concerned. */
  readonly person?: number | null | undefined;
  readonly details?: AuditDetails | undefined;
}

/** A room while nobody else changes it. All of it is written, or nothing. */
export interface HeldRoom {
  /** With the messages that were written here. */
  readonly room: StoredRoom;
  member(userId: number): Promise<StoredMember | undefined>;
  /** Owners first, then in the order of joining. */
  members(): Promise<readonly StoredMember[]>;
  /** CHAT-5: the room has no active owner, and this member is active and joined before all other active ones. */
  isActingOwner(userId: number): Promise<boolean>;
  message(id: number): Promise<ChatMessage | undefined>;
  sentBy(userId: number, clientId: string): Promise<ChatMessage | undefined>;
  /** Gets the next sequence number and place; its files are its own from now on. Undefined: a file is not there. */
  addMessage(message: NewMessage): Promise<ChatMessage | undefined>;
  /** The message with the next sequence number. */
  changeMessage(message: ChatMessage, change: MessageChange): Promise<ChatMessage>;
  /** Removes the files of a message. @returns their ids */
  removeFiles(message: number): Promise<readonly string[]>;
  countPins(): Promise<number>;
  change(change: {
    readonly name?: string;
    readonly topic?: string;
    readonly readOnly?: boolean;
    readonly archivedAt?: number | null;
    readonly keepDays?: number | null;
  }): Promise<void>;
  addMember(member: Pick<StoredMember, "userId" | "role" | "notify"> & { readonly at: number }): Promise<void>;
  removeMember(userId: number): Promise<void>;
  changeMember(
    userId: number,
    change: {
      readonly role?: StoredRole;
      readonly open?: boolean;
      readonly notify?: NotifyLevel;
      readonly read?: number;
    },
  ): Promise<void>;
  /** Puts the room on everybody's list. @returns those who did not have it there */
  openForAll(): Promise<readonly number[]>;
  /** Everything up to `read` is read; for a person who already follows, the mark does not move back. */
  follow(thread: number, userId: number, read: number): Promise<void>;
  unfollow(thread: number, userId: number): Promise<void>;
  followers(thread: number): Promise<readonly number[]>;
  /** A line of the audit log, with what else is written. */
  note(act: RoomAct): Promise<void>;
  /** Everything of it is removed. @returns the ids of its files */
  remove(): Promise<readonly string[]>;
}

export interface RoomQuery {
  readonly realmId: number;
  readonly userId: number;
  readonly type: RoomType;
  readonly scope: "joined" | "browse" | "archived";
  /** Direct conversations: hidden ones too. */
  readonly hidden: boolean;
  /** Folded. */
  readonly words: readonly string[];
  readonly sort: "lm" | "name";
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** A place in a room (thread 0) or in a thread. */
export interface HistoryQuery {
  readonly roomId: number;
  readonly thread: number;
  /** Places from (inclusive) and up to (inclusive). */
  readonly from: number;
  readonly to: number;
}

export interface SearchQuery {
  readonly userId: number;
  /** Each is to be found. */
  readonly words: readonly SearchTerm[];
  /** Undefined: of everybody, in all rooms. */
  readonly senderIds: readonly number[] | undefined;
  readonly roomIds: readonly number[] | undefined;
  readonly has: ReadonlySet<"file" | "link" | "pin">;
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly limit: number;
  /** Of the last hit before. */
  readonly cursor: number | undefined;
}

export interface StoredFile {
  readonly id: string;
  readonly roomId: number;
  readonly userId: number;
  readonly message: number | null;
  readonly name: string;
  readonly bytes: number;
  readonly kind: "picture" | "sound" | "pdf" | "other";
  /** Media type by content. */
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Ids in the store of sounds. */
  readonly whole: string;
  readonly shown: string | null;
  readonly thumbnail: string | null;
  readonly uploadedAt: number;
}

export interface StoredDraft {
  readonly roomId: number;
  readonly thread: number;
  readonly text: string;
  readonly version: number;
}

export interface ChatStore {
  /** Undefined: the direct conversation or channel exists already. */
  createRoom(room: NewRoom): Promise<StoredRoom | undefined>;
  directRoom(directKey: string): Promise<StoredRoom | undefined>;
  /** Runs `change` while nobody else changes the room; undefined: there is no such room. */
  inRoom<T>(
    roomId: number,
    change: (held: HeldRoom) => Promise<T>,
    /** As if there were none, unless this person is in it. */
    member?: number,
  ): Promise<T | undefined>;
  /** A channel by name, or a group that the person is in. */
  roomNamed(query: {
    readonly realmId: number;
    readonly userId: number;
    readonly type: RoomType;
    readonly folded: string;
  }): Promise<number | undefined>;
  rooms(query: RoomQuery): Promise<{ readonly total: number; readonly rooms: readonly ListedRoom[] }>;
  /** As the person sees it. `seenIn`, their company: CHAT-1, no more is read of a room that they may not see than of one that does not exist. */
  room(roomId: number, userId: number, seenIn?: number): Promise<ListedRoom | undefined>;
  /** Everything that the person is a member of. */
  roomsOf(userId: number): Promise<readonly ListedRoom[]>;
  roomIdsOf(
    userId: number,
  ): Promise<ReadonlyArray<{ readonly id: number; readonly membersRev: number; readonly seq: number }>>;
  countRoomsOf(userId: number): Promise<number>;
  /** A person's part of a room, with the unread places that mention them. */
  subscription(
    roomId: number,
    userId: number,
  ): Promise<{ readonly member: StoredMember; readonly mentions: readonly number[] } | undefined>;
  /** Those of the people who are members now, and the revision of the members. */
  membersAmong(
    roomId: number,
    userIds: readonly number[],
  ): Promise<{ readonly rev: number; readonly userIds: ReadonlySet<number> }>;
  readMarks(roomId: number): Promise<ReadonlyArray<{ readonly userId: number; readonly read: number }>>;
  memberPage(query: {
    readonly roomId: number;
    readonly words: readonly string[];
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly total: number; readonly members: readonly MemberPerson[] }>;

  heads(roomId: number): Promise<{ readonly seq: number; readonly n: number; readonly membersRev: number }>;
  /** Messages that changed after a sequence number, as they are now, in the order of their changes. */
  changedSince(roomId: number, seq: number, limit: number): Promise<readonly ChatMessage[]>;
  history(query: HistoryQuery): Promise<readonly ChatMessage[]>;
  /** The first and the last place that is kept; 0: none. */
  places(roomId: number, thread: number): Promise<{ readonly first: number; readonly last: number }>;
  /** The place of the first message at or after a time. */
  placeAt(roomId: number, thread: number, at: number): Promise<number | undefined>;
  message(roomId: number, id: number): Promise<ChatMessage | undefined>;
  followers(roomId: number, thread: number): Promise<readonly number[]>;
  /** How far a person has read a thread that they follow, and its last place; undefined: they do not follow it, or left the room. */
  followed(
    roomId: number,
    thread: number,
    userId: number,
  ): Promise<{ readonly read: number; readonly n: number } | undefined>;
  pins(roomId: number, limit: number): Promise<readonly ChatMessage[]>;
  search(query: SearchQuery): Promise<ReadonlyArray<{ readonly row: number; readonly message: ChatMessage }>>;

  /** Within rooms that the person may read. */
  saved(
    userId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly total: number; readonly messages: readonly ChatMessage[] }>;
  save(userId: number, roomId: number, id: number, at: number | undefined): Promise<void>;
  threads(
    userId: number,
    limit: number,
  ): Promise<ReadonlyArray<{ readonly read: number; readonly n: number; readonly message: ChatMessage }>>;
  /** Forward only. */
  readThread(userId: number, roomId: number, thread: number, n: number): Promise<void>;
  /** Also those that were emptied: a device that was away does not know it. */
  drafts(userId: number): Promise<readonly StoredDraft[]>;
  /** The draft of one place, also one that was emptied; undefined: there never was one, or the person left the room. */
  draft(userId: number, roomId: number, thread: number): Promise<StoredDraft | undefined>;
  /** @returns the draft that is kept, which is an earlier one with a greater version; undefined: there are `most` others */
  saveDraft(userId: number, draft: StoredDraft, most: number): Promise<StoredDraft | undefined>;

  addFile(file: StoredFile): Promise<void>;
  file(id: string): Promise<StoredFile | undefined>;
  /** Only a file that no message has. @returns whether it was there */
  removeFile(id: string, userId: number): Promise<StoredFile | undefined>;
  /** Files that no message has, from before a time. */
  removeUnsent(before: number, limit: number): Promise<readonly StoredFile[]>;

  /** People of a company who may use chat, by name. */
  contacts(realmId: number): Promise<readonly ChatContact[]>;
  /** Accounts of a company without chat. */
  otherAccounts(realmId: number): Promise<readonly ChatAccount[]>;
  /** Those of the company who have a direct number of their own that takes text messages. */
  textingPeople(realmId: number): Promise<ReadonlySet<number>>;
  /** Those of them with these ids, or with these usernames (in lower case). */
  contactsBy(
    realmId: number,
    by: { readonly ids: readonly number[] } | { readonly usernames: readonly string[] },
  ): Promise<readonly ChatAccount[]>;
}
