import type { ByteRange } from "../../kernel/byte-range.ts";
import type { SoundId, SoundType } from "../../kernel/sound-store.port.ts";

/** Files by their content's name, wherever they are kept. */
export interface SoundFiles {
  /**
   * Keeps a file of this machine, which stays where it is; durable and whole when it resolves. One that is kept already stays.
   * @throws an error of which `isFull` is true when there is no room: what was written of it is removed
   */
  keep(path: string, id: SoundId, type: SoundType): Promise<void>;
  read(id: SoundId, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
  localPath(id: SoundId): Promise<string | undefined>;
  /** One that is gone is no error. */
  remove(id: SoundId): Promise<void>;
}

/** There is no room for what was to be written, in a store that is no disk. */
export class FullError extends Error {
  override readonly name = "FullError";
}

/** Also what the system says of a disk without room, or of a share of it that is used up. */
export function isFull(error: unknown): boolean {
  if (error instanceof FullError) return true;
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
