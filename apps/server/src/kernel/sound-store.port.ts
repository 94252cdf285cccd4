/** Where the server keeps sound: recordings, messages, greetings, announcements. Rules: docs/spec/sounds.md. */
import type { ByteRange } from "./byte-range.ts";

/** Names a sound by its content: the SHA-256 of its bytes, 64 hexadecimal digits. */
export type SoundId = string;

/** A ZIP file is sounds too: several recordings for whoever asked for them. */
export type SoundType = "audio/ogg" | "audio/wav" | "audio/mpeg" | "application/zip";

export type SoundFormat = "ogg" | "mp3" | "wav";

export interface StoredSound {
  readonly id: SoundId;
  readonly type: SoundType;
  readonly bytes: number;
  readonly durationMs: number;
}

/**
 * Who a sound is kept for: it stays until nobody holds it any more. Two who store the same bytes hold one sound.
 * Known by `kind` and `id`, e.g. the row of a message.
 */
export interface SoundHolder {
  readonly kind: SoundKind;
  readonly id: string;
  /** Whose space it takes, e.g. `box:12`; nobody's unless told. */
  readonly account?: string;
}

export type SoundKind = "recording" | "voicemail" | "greeting" | "announcement" | "archive" | "derived";

/** Of Ogg Opus the length is read from the file unless it is told. */
export type NewSound = { readonly holder: SoundHolder } & (
  | { readonly type: "audio/ogg"; readonly durationMs?: number }
  | { readonly type: "audio/wav" | "audio/mpeg" | "application/zip"; readonly durationMs: number }
);

export interface SoundUpload {
  readonly accepts: readonly SoundFormat[];
  /** An hour unless told. */
  readonly mostMs?: number;
  readonly holder: SoundHolder;
}

/**
 * Sounds by content. What is stored is never changed. Storing throws AppError `sounds.full` when there is no room for it;
 * nothing of it is left then, and what was there before is untouched.
 */
export interface SoundStore {
  /** Moves a finished file in; durable when it resolves, and the file is gone from where it was. */
  take(path: string, sound: NewSound): Promise<StoredSound>;
  /** The same with bytes, whole or as they come. */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>, sound: NewSound): Promise<StoredSound>;
  /**
   * Takes what somebody sent, or what lies in a file (which stays): its content is checked, and it is kept as Ogg Opus of
   * one channel.
   * @throws AppError `sounds.kind`, `.unreadable`, `.unsupported`, `.cut`, `.empty`, `.tooLong`, `.full` or `.busy`
   */
  takeUpload(upload: Uint8Array | { readonly path: string }, how: SoundUpload): Promise<StoredSound>;
  /** A path where a file may be made that is needed for a while, e.g. what an engine speaks; it is gone when `run` is done. */
  scratch<T>(run: (path: string) => Promise<T>): Promise<T>;
  /** The sound in a format: itself, or what is made of it once and kept as long as it is. Undefined when it is gone. */
  inFormat(id: SoundId, format: SoundFormat): Promise<StoredSound | undefined>;
  find(id: SoundId): Promise<StoredSound | undefined>;
  /** What somebody holds, the oldest first. */
  heldBy(holder: Pick<SoundHolder, "kind" | "id">): Promise<readonly StoredSound[]>;
  /** Its bytes or a part of them; undefined when it is gone. */
  read(id: SoundId, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** A file that a program of this machine can open, not to be changed or removed; undefined when it is gone. */
  localPath(id: SoundId): Promise<string | undefined>;
  /** Keeps a sound for one more. @returns false when it is gone */
  hold(id: SoundId, holder: SoundHolder): Promise<boolean>;
  /** Lets go of what somebody holds, of one sound or of all; what nobody holds then is removed. */
  release(holder: Pick<SoundHolder, "kind" | "id">, id?: SoundId): Promise<void>;
  /** How many bytes somebody's sounds take, each counted once. */
  used(account: string): Promise<number>;
}
