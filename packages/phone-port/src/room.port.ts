/** Rooms that people dial: their settings and PINs (docs/spec/conferences.md). Their state is in `RoomView`. */
import type { MaybePromise, PinAttempt, SpokenLanguage } from "./ports.ts";

export interface RoomSettings {
  /** As it is dialled. */
  readonly number: string;
  readonly name: string;
  /** The person whose room it is. */
  readonly ownerId?: number | undefined;
  /** Nobody may join, and nobody is in it. */
  readonly disabled: boolean;
  /** `always`: everybody needs a PIN; `admins`: only who wants to be an admin. */
  readonly asksForPin: "always" | "admins" | "never";
  /** People who are admins on their own phones, without a PIN. */
  readonly adminIds: readonly number[];
  /** Most members, those who wait included; 0: no limit. */
  readonly maxUsers: number;
  /** Members wait until an admin is there, and again when the last one has left. */
  readonly waitForAdmin: boolean;
  /** Only admins are heard, and members that they allow to speak. */
  readonly listenOnly: boolean;
  /** For a member who is alone or waits; otherwise silence. */
  readonly music: boolean;
  /** A caller who joins hears first how many are there. */
  readonly announceCount: boolean;
  /** Members hear who joins and leaves. */
  readonly announceJoinLeave: boolean;
  /** The star key offers what a member may do. */
  readonly optionsMenu: boolean;
  /** Recorded while at least two are there. */
  readonly records: boolean;
  /** All members may hear its recordings, and not only who began them and the admins. */
  readonly sharesRecordings: boolean;
  readonly language: SpokenLanguage;
}

/** The configured rooms, read for each caller. */
export interface RoomBook {
  room(realm: string, number: string): MaybePromise<RoomSettings | undefined>;
  /** Wrong PINs are counted over all calls; `locked` says nothing about the PIN. */
  checkPin(room: { readonly realm: string; readonly number: string }, attempt: PinAttempt): MaybePromise<RoomPinCheck>;
  /** A local file with the recorded name of a person; undefined: there is none. */
  recordedName(userId: number): MaybePromise<string | undefined>;
  /** Called when settings have changed, or a room was removed. @returns unsubscribe */
  subscribe(listener: () => void): () => void;
}

export type RoomPinCheck = "member" | "admin" | "wrong" | "locked";

/** Names that callers from outside say at the door, each in a file for as long as they are in the room. */
export interface SpokenNames {
  /** The absolute path of a new file on the machine of the media engine; undefined: there is no place for it. */
  begin(): MaybePromise<string | undefined>;
  /** The file may not exist. */
  remove(path: string): void;
}

/** What a phone system needs for rooms with settings. */
export interface RoomParts {
  readonly book: RoomBook;
  /** Absolute path on the machine of the media engine; the files in it are named by `spokenFile`. */
  readonly promptsFolder: string;
  /** Absent: callers are not asked for their names. */
  readonly names?: SpokenNames | undefined;
}
