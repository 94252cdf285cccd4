/** Detects speech by its level: immediately for mixing, without flicker for displays. */
export interface SpeechActivity {
  /** Loud enough to be mixed. */
  readonly audible: boolean;
  /** Is shown as talking. */
  readonly talking: boolean;
  /** The level of 20 ms of sound, in decibels below full scale (RFC 6464: 0 is loudest, 127 silence). */
  hear(level: number): void;
  /** Every 20 ms. */
  beat(): void;
}

const AUDIBLE = 50; // dB below full scale; a quiet room comes in at 60 to 70
const STAYS_AUDIBLE = 56;
const HOLD_BEATS = 30; // 600 ms: the length of a pause between words
const TALKING_AFTER = 3; // consecutive loud frames of 20 ms; a click is shorter

export function createSpeechActivity(onTalking: (talking: boolean) => void): SpeechActivity {
  let hold = 0;
  let loud = 0;
  let talking = false;

  const setTalking = (next: boolean): void => {
    if (talking === next) return;
    talking = next;
    onTalking(next);
  };

  return {
    get audible() {
      return hold > 0;
    },
    get talking() {
      return talking;
    },
    hear: (level) => {
      loud = level <= AUDIBLE ? loud + 1 : 0;
      if (level <= (hold > 0 ? STAYS_AUDIBLE : AUDIBLE)) hold = HOLD_BEATS;
      if (loud >= TALKING_AFTER) setTalking(true);
    },
    beat: () => {
      if (hold === 0) return;
      hold -= 1;
      if (hold > 0) return;
      loud = 0;
      setTalking(false);
    },
  };
}

/** Decibels below full scale, as in RFC 6464. */
export function levelOf(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  const mean = sum / pcm.length / 32_768 ** 2;
  return mean === 0 ? 127 : Math.min(127, Math.round(-10 * Math.log10(mean)));
}
