/** The server's store of sound files: recordings, messages, greetings, announcements. Rules: docs/spec/sounds.md. */
import type { ByteRange } from "../http/byte-range.ts";

/** Identifies a sound by its content: the SHA-256 of its bytes, 64 hexadecimal digits. */
export type SoundId = string;

/** Other files are stored as sounds too: several recordings in a ZIP archive, and what people send each other. */
export type SoundType = "audio/ogg" | "audio/wav" | "audio/mpeg" | "application/zip" | "application/octet-stream";

export type SoundFormat = "ogg" | "mp3" | "wav";

export interface StoredSound {
  readonly id: SoundId;
  readonly type: SoundType;
  readonly bytes: number;
  readonly durationMs: number;
}

/**
 * What a sound is kept for: the sound stays until its last holder releases it. Two holders of the same bytes share one sound.
 * Identified by `kind` and `id`, e.g. the row of a message.
 */
export interface SoundHolder {
  readonly kind: SoundKind;
  readonly id: string;
  /** The account charged for the space, e.g. `box:12`; undefined: no account. */
  readonly account?: string;
}

export type SoundKind = "recording" | "voicemail" | "greeting" | "announcement" | "archive" | "derived" | "chat";

/** For Ogg Opus, the length is read from the file if it is not given. */
export type NewSound = { readonly holder: SoundHolder } & (
  | { readonly type: "audio/ogg"; readonly durationMs?: number }
  | { readonly type: Exclude<SoundType, "audio/ogg">; readonly durationMs: number }
);

export interface SoundUpload {
  readonly accepts: readonly SoundFormat[];
  /** An hour by default. */
  readonly mostMs?: number;
  readonly holder: SoundHolder;
}

/**
 * Sounds by content. A stored sound never changes. Storing throws AppError `sounds.full` when there is no space; then
 * nothing of the new sound is left, and existing sounds are unchanged.
 */
export interface SoundStore {
  /** Moves a finished file into the store. When it resolves, the sound is durable and the original file is removed. */
  take(path: string, sound: NewSound): Promise<StoredSound>;
  /** The same with bytes, complete or as a stream. */
  put(bytes: Uint8Array | AsyncIterable<Uint8Array>, sound: NewSound): Promise<StoredSound>;
  /**
   * Stores an upload, or the content of a file (which stays): the content is checked, and converted to Ogg Opus with one
   * channel.
   * @throws AppError `sounds.kind`, `.unreadable`, `.unsupported`, `.cut`, `.empty`, `.tooLong`, `.full` or `.busy`
   */
  takeUpload(upload: Uint8Array | { readonly path: string }, how: SoundUpload): Promise<StoredSound>;
  /** Runs `run` with a path for a temporary file, e.g. for the output of a speech engine; the file is removed afterwards. */
  scratch<T>(run: (path: string) => Promise<T>): Promise<T>;
  /**
   * The sound in a format: itself, or a converted copy that is made once and kept as long. Undefined when there is no
   * such sound.
   */
  inFormat(id: SoundId, format: SoundFormat): Promise<StoredSound | undefined>;
  find(id: SoundId): Promise<StoredSound | undefined>;
  /** The sounds of a holder, oldest first. */
  heldBy(holder: Pick<SoundHolder, "kind" | "id">): Promise<readonly StoredSound[]>;
  /** All bytes or a part of them; undefined when there is no such sound. */
  read(id: SoundId, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** A file that a program of this machine can open, not to be changed or removed; undefined when there is no such sound. */
  localPath(id: SoundId): Promise<string | undefined>;
  /** Adds a holder. @returns false when there is no such sound */
  hold(id: SoundId, holder: SoundHolder): Promise<boolean>;
  /** Releases one sound of a holder, or all of them; a sound without holders is removed. */
  release(holder: Pick<SoundHolder, "kind" | "id">, id?: SoundId): Promise<void>;
  /** The total bytes of an account's sounds, each sound counted once. */
  used(account: string): Promise<number>;
}
