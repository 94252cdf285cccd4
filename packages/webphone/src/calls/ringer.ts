/** Chooses the tones for the current calls and plays them (spec 1 §2, spec 2 §9). */
import type { Call } from "../model/call.ts";
import type { RingbackChoice } from "../model/ringback.ts";
import type { Clock } from "../ports/clock.port.ts";
import type { Sound, Tone } from "../ports/sound.port.ts";
import { messageOf } from "./refusal.ts";

/** The busy tone after a call that found the far end busy. */
export const BUSY_TONE_MS = 3_000;

/** A second call must not ring into the ear of a person who talks: they hear the waiting tone. */
export function tonesFor(calls: readonly Call[], ringback: RingbackChoice = "network"): readonly Tone[] {
  const ringsHere = calls.some((call) => call.direction === "in" && call.phase === "ringing");
  const inUse = calls.some(
    (call) => call.phase === "talking" || call.phase === "answering" || call.direction === "out",
  );
  const ringsThere = calls.some(
    (call) => call.direction === "out" && call.phase === "ringing" && (ringback === "own" || !call.earlyMedia),
  );
  return [
    ...(ringsHere ? [inUse ? ("waiting" as const) : ("ringing" as const)] : []),
    ...(ringsThere ? (["ringback"] as const) : []),
  ];
}

export interface Ringer {
  /** Brings the tones in line with the calls. */
  follow(calls: readonly Call[]): void;
  /** The far end was busy. */
  busy(): void;
  silence(): void;
}

export interface RingerDeps {
  readonly sound: Sound;
  readonly clock: Clock;
  readonly ringback: () => RingbackChoice;
  /** A tone cannot be played; reported once until one plays again. */
  readonly onFailure: (message: string) => void;
}

export function createRinger({ sound, clock, ringback, onFailure }: RingerDeps): Ringer {
  const playing = new Map<Tone, () => void>();
  let failed = false;
  let stopBusy = (): void => undefined;

  /** A call goes on without its tone. */
  const play = (tone: Tone): (() => void) => {
    try {
      const stop = sound.playTone(tone);
      failed = false;
      return stop;
    } catch (error) {
      if (!failed) onFailure(messageOf(error));
      failed = true;
      return () => undefined;
    }
  };
  const follow = (calls: readonly Call[]): void => {
    const wanted = tonesFor(calls, ringback());
    for (const [tone, stop] of playing) {
      if (wanted.includes(tone)) continue;
      playing.delete(tone);
      stop();
    }
    for (const tone of wanted) if (!playing.has(tone)) playing.set(tone, play(tone));
    if (calls.length > 0) stopBusy();
  };
  return {
    follow,
    busy: () => {
      stopBusy();
      const stopTone = play("busy");
      const cancel = clock.setTimeout(() => stopBusy(), BUSY_TONE_MS);
      stopBusy = () => {
        stopBusy = () => undefined;
        cancel();
        stopTone();
      };
    },
    silence: () => {
      follow([]);
      stopBusy();
    },
  };
}
