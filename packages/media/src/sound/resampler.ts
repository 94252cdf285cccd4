/** Changes the sample rate by an integer factor; the state is kept from frame to frame. */
export interface Resampler {
  run(pcm: Int16Array): Int16Array;
}

const TAPS_PER_PHASE = 32; // 1 dB down at 80 % of the lower rate's half, 50 dB down where it would alias

/** Returns `factor` times as many samples. */
export function createUpsampler(factor: number): Resampler {
  const taps = lowPass(factor);
  const history = new Float32Array(TAPS_PER_PHASE);
  return {
    run: (pcm) => {
      const out = new Int16Array(pcm.length * factor);
      for (const [i, sample] of pcm.entries()) {
        history.copyWithin(1, 0);
        history[0] = sample;
        for (let phase = 0; phase < factor; phase += 1) {
          let sum = 0;
          for (let k = 0; k < TAPS_PER_PHASE; k += 1) sum += (taps[k * factor + phase] ?? 0) * (history[k] ?? 0);
          out[i * factor + phase] = saturated(sum * factor);
        }
      }
      return out;
    },
  };
}

/** Returns one sample for every `factor`; frequencies above the lower rate's limit are filtered out. */
export function createDownsampler(factor: number): Resampler {
  const taps = lowPass(factor);
  let line = new Float32Array(taps.length);
  return {
    run: (pcm) => {
      const whole = new Float32Array(taps.length + pcm.length);
      whole.set(line, 0);
      whole.set(pcm, taps.length);
      const out = new Int16Array(Math.floor(pcm.length / factor));
      for (let i = 0; i < out.length; i += 1) {
        const newest = taps.length + (i + 1) * factor - 1;
        let sum = 0;
        for (let k = 0; k < taps.length; k += 1) sum += (taps[k] ?? 0) * (whole[newest - k] ?? 0);
        out[i] = saturated(sum);
      }
      line = whole.slice(pcm.length);
      return out;
    },
  };
}

/** A sinc with a Blackman window and unit gain. */
function lowPass(factor: number): Float32Array {
  const count = TAPS_PER_PHASE * factor;
  const cutOff = 0.92 / factor; // of half the higher rate
  const centre = (count - 1) / 2;
  const taps = Float32Array.from({ length: count }, (_, i) => {
    const x = Math.PI * cutOff * (i - centre);
    const turn = (2 * Math.PI * (i + 0.5)) / count;
    const window = 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    return (x === 0 ? 1 : Math.sin(x) / x) * window;
  });
  const gain = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / gain);
}

function saturated(sample: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample)));
}
