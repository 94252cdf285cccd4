import { open } from "node:fs/promises";

/** The file of a recording. */
export interface RecordingFile {
  /** Resolves when the operating system has the data: the process may die after that. */
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export type OpenRecordingFile = (path: string) => Promise<RecordingFile>;

const OWNER_ONLY = 0o600;

/** A new file; an existing one is never touched. */
export const openRecordingFile: OpenRecordingFile = async (path) => {
  const file = await open(path, "wx", OWNER_ONLY);
  return {
    write: async (bytes) => {
      for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at)).bytesWritten;
    },
    close: () => file.close(),
  };
};
