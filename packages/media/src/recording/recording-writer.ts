import type { OpenRecordingFile, RecordingFile } from "./recording-file.ts";

/** Writes the pages of one recording in order, while audio arrives. */
export interface RecordingWriter {
  write(bytes: Uint8Array, endMs: number): void;
  /** Aborts: what is already written stays. */
  fail(error: unknown): void;
  /** Waits for pending writes and closes the file; nothing is written after that. */
  close(): Promise<Written>;
}

/** The content of the file. */
export interface Written {
  readonly bytes: number;
  /** Audio time in the file. */
  readonly endMs: number;
  readonly failure: string | undefined;
}

export interface RecordingWriterOptions {
  readonly path: string;
  readonly open: OpenRecordingFile;
  /** Called once, when nothing more can be written. */
  readonly onFailed: () => void;
}

/** Some minutes of audio: a disk that is so slow will not catch up. */
const MOST_WAITING_BYTES = 4_194_304;

export function createRecordingWriter({ path, open, onFailed }: RecordingWriterOptions): RecordingWriter {
  const file = open(path);
  let last: Promise<void> = file.then(() => undefined);
  let waitingBytes = 0;
  let written: Written = { bytes: 0, endMs: 0, failure: undefined };

  const fail = (error: unknown): void => {
    if (written.failure !== undefined) return;
    written = { ...written, failure: error instanceof Error ? error.message : String(error) };
    onFailed();
  };
  const put = async (to: RecordingFile, bytes: Uint8Array, endMs: number): Promise<void> => {
    if (written.failure !== undefined) return;
    await to.write(bytes);
    waitingBytes -= bytes.length;
    written = { ...written, bytes: written.bytes + bytes.length, endMs };
  };
  last = last.catch(fail);

  return {
    write: (bytes, endMs) => {
      waitingBytes += bytes.length;
      if (waitingBytes > MOST_WAITING_BYTES) return fail(new Error("the disk is too slow"));
      last = last.then(async () => put(await file, bytes, endMs)).catch(fail);
    },
    fail,
    close: async () => {
      await last;
      const opened = await file.catch(() => undefined);
      await opened?.close().catch(fail);
      return written;
    },
  };
}
