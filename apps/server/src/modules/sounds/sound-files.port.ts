import type { ByteRange } from "../../kernel/http/byte-range.ts";
import type { SoundId, SoundType } from "../../kernel/files/sound-store.port.ts";

/** Files named by their content, in any kind of storage. */
export interface SoundFiles {
  /**
   * Stores a local file, which stays where it is; durable and complete when it resolves. An existing one is not replaced.
   * @throws an error for which `isFull` is true when there is no space: incomplete data is removed
   */
  keep(path: string, id: SoundId, type: SoundType): Promise<void>;
  read(id: SoundId, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  localPath(id: SoundId): Promise<string | undefined>;
  /** A missing file is not an error. */
  remove(id: SoundId): Promise<void>;
}

/** No space left, in a store that is not a disk. */
export class FullError extends Error {
  override readonly name = "FullError";
}

/** Also recognises the system's errors for a full disk or an exceeded quota. */
export function isFull(error: unknown): boolean {
  if (error instanceof FullError) return true;
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
