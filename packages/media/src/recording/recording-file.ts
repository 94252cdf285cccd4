import { open } from "node:fs/promises";

/** Where a recording is written to. */
export interface RecordingFile {
  /** Resolves when the system has it: the process may die then. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export type OpenRecordingFile = (path: string) => Promise<RecordingFile>;

const OWNER_ONLY = 0o600;

/** A new file; one that is there already is never touched. */
export const openRecordingFile: OpenRecordingFile = async (path) => {
  const file = await open(path, "wx", OWNER_ONLY);
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
    },
    close: () => file.close(),
  };
};
