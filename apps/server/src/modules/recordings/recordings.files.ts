/** The files that calls are recorded into, by the id of each: nobody outside chooses a name. */
export interface RecordingFiles {
  /** What is in a file; undefined when there is none, or no sound in it. */
  measure(id: string): Promise<{ readonly bytes: number; readonly durationMs: number } | undefined>;
  /** Where a file is; undefined when there is none. */
  find(id: string): Promise<string | undefined>;
}
