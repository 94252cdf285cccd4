import type { ByteRange } from "../../kernel/byte-range.ts";

/** The files of recordings, by the id of each: nobody outside chooses a name. */
export interface RecordingFiles {
  /** What is in a file; undefined when there is none, or no sound in it. */
  measure(id: string): Promise<{ readonly bytes: number; readonly durationMs: number } | undefined>;
  /** Bytes `from` to `to`, the last one with them; undefined when the file is gone. */
  read(id: string, part: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>;
}
