/** How many bars a waveform has: 3 px each on a phone, 7 px in a wide drawer. */
export const BAR_COUNT = 96;
/** The height for silence, so that a bar is always visible. */
const LEAST = 0.04;

/**
 * The waveform of a sound: one height from 0 to 1 for each of `count` equal parts; the loudest is 1. All channels have the
 * same length; the height of a bar is that of the loudest channel.
 */
export function peaksOf(channels: readonly Float32Array[], count: number = BAR_COUNT): readonly number[] {
  const length = channels[0]?.length ?? 0;
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * length) / count);
    const to = Math.floor(((bar + 1) * length) / count);
    return Math.max(0, ...channels.map((channel) => loudestIn(channel, from, to)));
  });
  const loudest = Math.max(...heights);
  return heights.map((height) => (loudest === 0 ? LEAST : Math.max(LEAST, height / loudest)));
}

function loudestIn(channel: Float32Array, from: number, to: number): number {
  let loudest = 0;
  for (let at = from; at < to; at += 1) loudest = Math.max(loudest, Math.abs(channel[at] ?? 0));
  return loudest;
}

/** The bars as one SVG path of vertical lines, in a box of `peaks.length` by 100. */
export function barsPath(peaks: readonly number[]): string {
  return peaks
    .map((height, bar) => {
      const half = height * 48;
      return `M${bar + 0.5} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
    })
    .join("");
}
