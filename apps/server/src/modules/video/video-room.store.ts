import type { SpokenLanguage } from "@callpanel/phone-port";

/** Options of a room; its name, its people and its end are stored apart from them. */
export interface VideoRoomSettings {
  readonly sharedScreen: boolean;
  readonly recording: boolean;
  readonly callerIdName: string;
  readonly callerIdNumber: string;
  readonly phoneNumbers: readonly string[];
  /** The language of prompts for telephones; absent: the language of the company. */
  readonly language?: SpokenLanguage | undefined;
  /** Encrypted; empty: none. */
  readonly guestPin: string;
  readonly adminPin: string;
}

export interface VideoPerson {
  readonly id: number;
  readonly name: string;
  readonly extension: string;
}

/** What is written of a room. Times in milliseconds since the epoch. */
export interface NewVideoRoom {
  readonly realmId: number;
  readonly ownerId: number;
  /** What its links are made of, together with the secret of the company. */
  readonly key: string;
  readonly links: VideoLinkDigests;
  readonly name: string;
  readonly settings: VideoRoomSettings;
  readonly userIds: readonly number[];
  readonly adminIds: readonly number[];
  readonly expiresAt: number;
  readonly createdAt: number;
  readonly dynamic: boolean;
}

/** `version` grows when both links are renewed; of the secrets in them only the digests are kept. */
export interface VideoLinkDigests {
  readonly version: number;
  readonly guest: string;
  readonly admin: string;
}

export interface StoredVideoRoom extends Omit<NewVideoRoom, "links" | "ownerId" | "userIds" | "adminIds"> {
  readonly id: number;
  /** Undefined: the person who created it was removed. */
  readonly owner: VideoPerson | undefined;
  /** Of the guest's link. */
  readonly linksVersion: number;
  /** Of the admin's link, which also ends alone (VIDEO-13). */
  readonly adminLinkVersion: number;
  /** Without one, the store does not know the digest of this version yet. */
  readonly hasAdminLink: boolean;
  /** Everybody in the company may enter. */
  readonly wholeCompany: boolean;
  /** By name. */
  readonly users: readonly VideoPerson[];
  readonly admins: readonly VideoPerson[];
  /** Ids of the owner and the admins, without suspended people. */
  readonly leaders: readonly number[];
}

export type VideoRoomChange = Pick<NewVideoRoom, "name" | "settings" | "userIds" | "adminIds" | "expiresAt">;

/** The author of an order, for the audit log; `at` in milliseconds since the epoch. */
export interface VideoOrder {
  readonly by: number;
  readonly at: number;
}

/** Video rooms of companies. What somebody ordered is in the audit log, written together with it. */
export interface VideoRoomStore {
  /** The rooms that a person may enter (VIDEO-2), by name. `words` are folded, and all must be in the name. */
  seenBy(query: {
    readonly realmId: number;
    readonly userId: number;
    readonly words: readonly string[];
    readonly withDynamic: boolean;
    readonly start: number;
    readonly limit: number;
  }): Promise<{ readonly total: number; readonly rooms: readonly StoredVideoRoom[] }>;
  byId(id: number): Promise<StoredVideoRoom | undefined>;
  /** The room of a link, by the digest of its secret. */
  byLink(digest: string): Promise<{ readonly room: StoredVideoRoom; readonly role: "guest" | "admin" } | undefined>;
  /** Undefined: the company has `most` rooms that are not over; -1 is no limit. */
  add(room: NewVideoRoom, most: number, order?: VideoOrder): Promise<StoredVideoRoom | undefined>;
  /** Ends the admin's link if somebody no longer leads the room (VIDEO-13). Undefined: the room was deleted. */
  change(id: number, change: VideoRoomChange, order?: VideoOrder): Promise<StoredVideoRoom | undefined>;
  renewLinks(id: number, links: VideoLinkDigests, order?: VideoOrder): Promise<StoredVideoRoom | undefined>;
  /** After the last one has ended; nothing happens if this version has ended too. */
  addAdminLink(id: number, link: { readonly version: number; readonly digest: string }): Promise<void>;
  remove(id: number, order?: VideoOrder): Promise<void>;
  /**
   * Some rooms of one meeting that ended before this time (ms since the epoch), and some that nobody can enter any more,
   * because all their people were removed. @returns how many
   */
  removeLeftBefore(at: number): Promise<number>;
  /** Those of the ids that are people of the company. */
  peopleOf(realmId: number, ids: readonly number[]): Promise<readonly number[]>;
}
