/** One recording of what a lone caller says, and what ends it (rules VMP-12 to VMP-14). */
import type { MediaEvent, MediaPort, RecordedSound } from "@callpanel/media";
import type { Clock } from "@callpanel/phone-port";

export interface TakeLimits {
  readonly longestMs: number;
  readonly silenceMs: number;
}

/** `stopped` by whoever asked for it, or by the end of the leg; `failed`: the file could not be written to its end. */
export type TakeEnd = "silence" | "longest" | "stopped" | "failed";

export interface Take {
  stop(): void;
}

interface TakeParts {
  readonly clock: Clock;
  readonly port: MediaPort;
  readonly path: string;
  readonly limits: TakeLimits;
  /** Little is left. */
  readonly warn: () => void;
  readonly ended: (how: TakeEnd, sound: RecordedSound) => void;
}

/** So long before the end it is told; a shorter take than three times that is not. */
export const WARNING_MS = 10_000;
/** What is left of the silence that ended a take. */
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
