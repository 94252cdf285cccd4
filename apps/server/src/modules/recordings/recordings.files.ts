/** The files of recordings, named by id: names never come from outside. */
export interface RecordingFiles {
  /** Size and length of a file; undefined when there is no file, or no sound in it. */
  measure(id: string): Promise<{ readonly bytes: number; readonly durationMs: number } | undefined>;
  /** Path of a file; undefined when there is no file. */
  find(id: string): Promise<string | undefined>;
}
