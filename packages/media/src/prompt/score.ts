/**
 * The sounds that the server makes, as notes: a tone with a start, an end and an envelope, so that it is rendered at
 * each codec's rate without resampling. No tone is above 3.4 kHz.
 */
export interface Score {
  readonly durationMs: number;
  /** Where playing continues after the end; a score that does not repeat loops its last silent frame. */
  readonly loopFromMs: number;
  readonly notes: readonly Note[];
}

export interface Note {
  readonly startMs: number;
  readonly durationMs: number;
  readonly frequencyHz: number;
  /** Of full scale, 0 to 1. */
  readonly amplitude: number;
  /** `steady` for tones, `pluck` decays, `pedal` sounds through the loop without interruption. */
  readonly envelope: "steady" | "pluck" | "pedal";
}

export const TONE_NAMES = ["ringback", "busy", "congestion", "beep", "confirm"] as const;
export type ToneName = (typeof TONE_NAMES)[number];

const LEVEL = 0.11; // each of two tones, about −19 dBm0 (ANSI T1.401 precise tone plan)

/** North American call-progress tones: two frequencies, seconds on and off (ANSI T1.401, ITU-T E.180 supplement 2). */
const CADENCES: Readonly<
  Record<
    Exclude<ToneName, "confirm">,
    { frequencies: readonly number[]; onMs: number; offMs: number; repeats: boolean }
  >
> = {
  ringback: { frequencies: [440, 480], onMs: 2000, offMs: 4000, repeats: true },
  busy: { frequencies: [480, 620], onMs: 500, offMs: 500, repeats: true },
  congestion: { frequencies: [480, 620], onMs: 240, offMs: 260, repeats: true }, // 250 on and off, rounded to 20 ms frames
  beep: { frequencies: [1000], onMs: 400, offMs: 100, repeats: false },
};

/** Three rising notes every three seconds: asks a person to accept a call. E5, A5, C sharp 6. */
const CONFIRM: Score = {
  durationMs: 3_000,
  loopFromMs: 0,
  notes: [659.26, 880, 1108.73].map((frequencyHz, at) => ({
    startMs: 240 * at,
    durationMs: 200,
    frequencyHz,
    amplitude: 2 * LEVEL,
    envelope: "steady",
  })),
};

export function toneScore(tone: ToneName): Score {
  if (tone === "confirm") return CONFIRM;
  const { frequencies, onMs, offMs, repeats } = CADENCES[tone];
  const durationMs = onMs + offMs;
  return {
    durationMs,
    loopFromMs: repeats ? 0 : durationMs - 20,
    notes: frequencies.map((frequencyHz) => ({
      startMs: 0,
      durationMs: onMs,
      frequencyHz,
      amplitude: repeats ? LEVEL : 2 * LEVEL,
      envelope: "steady",
    })),
  };
}

export const SILENCE_SCORE: Score = { durationMs: 100, loopFromMs: 80, notes: [] };

/** The note below all of the music, always its strongest: G4. */
export const MUSIC_PEDAL_HZ = 392;

const BAR_MS = 3000;
const BEAT_MS = 375; // eight to a bar

/** Broken chords over the pedal, which plays the G. Frequencies in Hz, equal temperament, A4 = 440. */
const CHORDS: readonly (readonly number[])[] = [
  [261.63, 329.63, 523.25, 659.26], // C
  [220, 329.63, 523.25, 659.26], // A minor seventh
  [174.61, 261.63, 440, 523.25], // F with a ninth
  [196, 293.66, 493.88, 587.33], // G
  [261.63, 329.63, 659.26, 1046.5], // C
  [164.81, 329.63, 493.88, 659.26], // E minor seventh
  [220, 261.63, 523.25, 880], // A minor seventh
  [196, 293.66, 587.33, 698.46], // G seventh
];
const PATTERN = [0, 1, 2, 3, 2, 1, 2, 1];

/** Music on hold, 24 s: eight bars of soft broken chords, written for this system. */
export function musicScore(): Score {
  const durationMs = CHORDS.length * BAR_MS;
  const plucked = CHORDS.flatMap((chord, bar) =>
    PATTERN.map((step, beat): Note => {
      const frequencyHz = chord[step] ?? MUSIC_PEDAL_HZ;
      return {
        startMs: bar * BAR_MS + beat * BEAT_MS,
        durationMs: 1500,
        frequencyHz,
        amplitude: beat === 0 ? 0.09 : 0.06,
        envelope: "pluck",
      };
    }),
  );
  const pedal: Note = { startMs: 0, durationMs, frequencyHz: MUSIC_PEDAL_HZ, amplitude: 0.16, envelope: "pedal" };
  return { durationMs, loopFromMs: 0, notes: [pedal, ...plucked] };
}
