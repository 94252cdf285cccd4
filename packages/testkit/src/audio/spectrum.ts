/** What a stretch of sound contains at one frequency. */
export interface Measurement {
  readonly frequencyHz: number;
  /** Of full scale, 0 to 1: a sine of amplitude 0.5 measures 0.5. */
  readonly amplitude: number;
}

/** The amplitude at one frequency, by Goertzel's algorithm under a Hann window, so that neighbours do not leak in. */
export function amplitudeAt(pcm: Int16Array, sampleRate: number, frequencyHz: number): number {
  return windowedAmplitude(underWindow(pcm), sampleRate, frequencyHz);
}

/** Of full scale, under a Hann window. */
function underWindow(pcm: Int16Array): Float64Array {
  const turn = (2 * Math.PI) / (pcm.length - 1);
  return Float64Array.from(pcm, (sample, i) => (sample / 32_768) * (0.5 - 0.5 * Math.cos(turn * i)));
}

function windowedAmplitude(samples: Float64Array, sampleRate: number, frequencyHz: number): number {
  const count = samples.length;
  if (count < 2) return 0;
  const coefficient = 2 * Math.cos((2 * Math.PI * frequencyHz) / sampleRate);
  let previous = 0;
  let beforePrevious = 0;
  for (const sample of samples) {
    const current = sample + coefficient * previous - beforePrevious;
    beforePrevious = previous;
    previous = current;
  }
  const power = previous ** 2 + beforePrevious ** 2 - coefficient * previous * beforePrevious;
  return (Math.sqrt(Math.max(0, power)) * 4) / count; // twice for the one-sided spectrum, twice for the window's mean of a half
}

/** The strongest frequency of the telephone band, to within 5 Hz given 200 ms of sound or more. */
export function dominantTone(pcm: Int16Array, sampleRate: number): Measurement {
  const candidates = Array.from({ length: 331 }, (_, i) => 100 + i * 10);
  const samples = underWindow(pcm);
  const coarse = strongest(samples, sampleRate, candidates);
  const near = Array.from({ length: 21 }, (_, i) => coarse.frequencyHz - 10 + i);
  return strongest(samples, sampleRate, near);
}

/** Root mean square of full scale, 0 to 1: the level of any sound. */
export function rmsLevel(pcm: Int16Array): number {
  if (pcm.length === 0) return 0;
  let sum = 0;
  for (const sample of pcm) sum += (sample / 32_768) ** 2;
  return Math.sqrt(sum / pcm.length);
}

function strongest(samples: Float64Array, sampleRate: number, frequencies: readonly number[]): Measurement {
  let best: Measurement = { frequencyHz: 0, amplitude: -1 };
  for (const frequencyHz of frequencies) {
    const amplitude = windowedAmplitude(samples, sampleRate, frequencyHz);
    if (amplitude > best.amplitude) best = { frequencyHz, amplitude };
  }
  return best;
}
