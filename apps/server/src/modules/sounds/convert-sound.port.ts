import type { SoundFormat } from "../../kernel/sound-store.port.ts";

export interface Conversion {
  /** The file that is read; its content decides what it is, not its name. */
  readonly source: string;
  /** The file that is made; there is none yet, and none is left of a failure. */
  readonly target: string;
  readonly format: SoundFormat;
  /** What the source may be. */
  readonly accepts: readonly SoundFormat[];
  /** Longer sound is refused. */
  readonly mostMs: number;
  /** Gives up; the answer rejects then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a sound of another format, away from the main thread.
 * @throws AppError `sounds.kind`, `.unreadable`, `.unsupported`, `.cut`, `.empty`, `.tooLong`, `.full` or `.busy`
 */
export type ConvertSound = (conversion: Conversion) => Promise<{ readonly durationMs: number }>;
