/** Call progress tones as cadences (North American plan, the default country is Canada) and their samples. */
import type { Tone } from "../ports/sound.port.ts";

export interface TonePart {
  /** Frequencies in Hz that sound together; an empty list is silence. */
  readonly hz: readonly number[];
  readonly ms: number;
}

export const CADENCES: Readonly<Record<Tone, readonly TonePart[]>> = {
  // A bell of two quick notes, twice, then a rest: heard across a room, unlike any tone in the ear.
  ringing: [
    { hz: [880, 1108.7], ms: 180 },
    { hz: [659.3, 830.6], ms: 180 },
    { hz: [880, 1108.7], ms: 180 },
    { hz: [659.3, 830.6], ms: 460 },
    { hz: [], ms: 1_500 },
  ],
  // A rising chord, one note after the other.
  test: [
    { hz: [523.3], ms: 220 },
    { hz: [659.3], ms: 220 },
    { hz: [784], ms: 420 },
    { hz: [], ms: 400 },
  ],
  waiting: [
    { hz: [440], ms: 300 },
    { hz: [], ms: 4_700 },
  ],
  ringback: [
    { hz: [440, 480], ms: 2_000 },
    { hz: [], ms: 4_000 },
  ],
  busy: [
    { hz: [480, 620], ms: 500 },
    { hz: [], ms: 500 },
  ],
};

const EDGE_MS = 8; // rise and fall of each part: no clicks

/** One cycle of the tone, mono, -1 to 1; looped by the player so that its cadence needs no timer. */
export function renderTone(tone: Tone, sampleRate: number): Float32Array<ArrayBuffer> {
  return renderParts(CADENCES[tone], sampleRate);
}

/** The parts one after the other. */
export function renderParts(sound: readonly TonePart[], sampleRate: number): Float32Array<ArrayBuffer> {
  const parts = sound.map((part) => renderPart(part, sampleRate));
  const cycle = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    cycle.set(part, at);
    at += part.length;
  }
  return cycle;
}

function renderPart({ hz, ms }: TonePart, sampleRate: number): Float32Array {
  const samples = new Float32Array(Math.round((ms / 1_000) * sampleRate));
  const edge = (EDGE_MS / 1_000) * sampleRate;
  return samples.map((_, index) => {
    const level = Math.min(1, index / edge, (samples.length - index) / edge);
    const wave = hz.reduce((sum, one) => sum + Math.sin((2 * Math.PI * one * index) / sampleRate), 0);
    return hz.length === 0 ? 0 : (level * wave) / hz.length;
  });
}
