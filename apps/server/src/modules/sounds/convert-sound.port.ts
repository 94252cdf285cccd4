import type { SoundFormat } from "../../kernel/files/sound-store.port.ts";

export interface Conversion {
  /** The file to read. Its content decides the format, not its name. */
  readonly source: string;
  /** The file to write. It must not exist; after a failure it is removed. */
  readonly target: string;
  readonly format: SoundFormat;
  /** Allowed formats of the source. */
  readonly accepts: readonly SoundFormat[];
  /** Longer sound is refused. */
  readonly mostMs: number;
  /** Aborts the conversion; the promise then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Converts a sound to another format, outside the main thread.
 * @throws AppError `sounds.kind`, `.unreadable`, `.unsupported`, `.cut`, `.empty`, `.tooLong`, `.full` or `.busy`
 */
export type ConvertSound = (conversion: Conversion) => Promise<{ readonly durationMs: number }>;
