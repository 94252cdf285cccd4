import { RATE, type Pcm } from "./pcm.ts";

/** Converts sound of any rate to 48 kHz; keeps its state from piece to piece. */
export interface RateConverter {
  run(channels: Pcm): Pcm;
  /** The remaining samples. */
  end(): Pcm;
}

const ZEROES = 16; // of the sinc, on each side: aliases are 60 dB down
const STEPS = 512; // of the table between two zeroes
const PASS = 0.92; // of the Nyquist frequency of the lower rate

/** A sinc with a Blackman window, from its middle outwards. */
const SINC = Float64Array.from({ length: ZEROES * STEPS + 2 }, (_, i) => {
  const x = i / STEPS;
  if (x >= ZEROES) return 0;
  const turn = (Math.PI * x) / ZEROES;
  const window = 0.42 + 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
  return (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window;
});

export function createRateConverter(rate: number): RateConverter {
  if (rate === RATE) return { run: (channels) => channels, end: () => [] };
  const step = rate / RATE;
  const cut = PASS * Math.min(1, 1 / step);
  const reach = Math.ceil(ZEROES / cut);
  let lines: readonly Float32Array[] = [];
  let position = reach; // of the next output sample, in the input line

  const sampleAt = (line: Float32Array): number => {
    const middle = Math.floor(position);
    let sum = 0;
    for (let i = middle - reach + 1; i <= middle + reach; i += 1) {
      const x = Math.abs(position - i) * cut * STEPS;
      const at = Math.floor(x);
      const low = SINC[at] ?? 0;
      sum += (line[i] ?? 0) * (low + (x - at) * ((SINC[at + 1] ?? 0) - low));
    }
    return sum * cut;
  };
  const run = (channels: Pcm): Pcm => {
    if (lines.length === 0) lines = channels.map(() => new Float32Array(reach));
    lines = lines.map((line, i) => {
      const more = channels[i] ?? new Float32Array(0);
      const whole = new Float32Array(line.length + more.length);
      whole.set(line, 0);
      whole.set(more, line.length);
      return whole;
    });
    const length = lines[0]?.length ?? 0;
    const count = Math.max(0, Math.ceil((length - reach - position) / step));
    const made = lines.map(() => new Float32Array(count));
    for (let n = 0; n < count; n += 1) {
      for (const [i, line] of lines.entries()) {
        const out = made[i];
        if (out !== undefined) out[n] = sampleAt(line);
      }
      position += step;
    }
    const done = Math.max(0, Math.floor(position) - reach);
    lines = lines.map((line) => line.slice(done));
    position -= done;
    return made;
  };
  return { run, end: () => run(lines.map(() => new Float32Array(reach))) };
}
