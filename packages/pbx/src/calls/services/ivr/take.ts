/** One recording of what a single caller says, and what ends it (rules VMP-12 to VMP-14). */
import type { MediaEvent, MediaPort, RecordedSound } from "@callpanel/media";
import type { Clock } from "@callpanel/phone-port";

export interface TakeLimits {
  readonly longestMs: number;
  readonly silenceMs: number;
}

/**
 * `stopped`: by the caller of this function or by the end of the leg; `failed`: the file could not be written
 * completely.
 */
export type TakeEnd = "silence" | "longest" | "stopped" | "failed";

export interface Take {
  stop(): void;
}

interface TakeParts {
  readonly clock: Clock;
  readonly port: MediaPort;
  readonly path: string;
  readonly limits: TakeLimits;
  /** Called when little time is left. */
  readonly warn: () => void;
  readonly ended: (how: TakeEnd, sound: RecordedSound) => void;
}

/** How long before the end the warning comes. Recordings shorter than three times this value have no warning. */
export const WARNING_MS = 10_000;
/** How much of the final silence is kept. */
const TAIL_MS = 500;

export function startTake({ clock, port, path, limits, warn, ended }: TakeParts): Take {
  const startedAt = clock.now();
  const recording = port.record({ path, sides: "said" });
  let how: TakeEnd | undefined;
  let stopSilence: () => void = () => undefined;

  const stop = (why: TakeEnd, keepMs?: number): void => {
    if (how !== undefined) return;
    how = why;
    recording.stop(keepMs);
  };
  const awaitSpeech = (): void => {
    const quietSince = clock.now() - startedAt;
    const keepMs = quietSince === 0 ? 0 : quietSince + TAIL_MS;
    stopSilence();
    stopSilence = clock.setTimeout(() => stop("silence", keepMs), limits.silenceMs);
  };
  const stopListening = port.subscribe((event: MediaEvent) => {
    if (event.kind !== "talking") return;
    if (event.talking) stopSilence();
    else awaitSpeech();
  });
  const stopLongest = clock.setTimeout(() => stop("longest"), limits.longestMs);
  const stopWarning =
    limits.longestMs >= 3 * WARNING_MS ? clock.setTimeout(warn, limits.longestMs - WARNING_MS) : () => undefined;
  awaitSpeech();

  void recording.ended.then((sound) => {
    stopSilence();
    stopLongest();
    stopWarning();
    stopListening();
    ended(sound.failure === undefined ? (how ?? "stopped") : "failed", sound);
  });
  return { stop: () => stop("stopped") };
}
