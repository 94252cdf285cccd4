import type { Note, Score } from "./score.ts";

/**
 * Renders a score to 16-bit mono samples. A note that rings past the end continues at the beginning, so the loop has no
 * audible seam.
 */
export function renderScore(score: Score, sampleRate: number): Int16Array {
  const length = Math.round((score.durationMs * sampleRate) / 1000);
  const mix = new Float64Array(length);
  for (const note of score.notes) addNote(mix, note, sampleRate);
  return Int16Array.from(mix, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
}

const RAMP_MS = 5; // at the ends of a tone, so that it does not click
const ATTACK_MS = 12;
const DECAY_MS = 420; // time constant of a plucked note
const OVERTONE = 0.25; // of the octave above, in a plucked note

function addNote(mix: Float64Array, note: Note, sampleRate: number): void {
  const start = Math.round((note.startMs * sampleRate) / 1000);
  const count = Math.round((note.durationMs * sampleRate) / 1000);
  const step = (2 * Math.PI * note.frequencyHz) / sampleRate;
  for (let i = 0; i < count; i += 1) {
    const at = (start + i) % mix.length;
    const level = note.amplitude * envelopeAt(note, (i * 1000) / sampleRate);
    const overtone = note.envelope === "pluck" ? OVERTONE * Math.sin(2 * step * i) : 0;
    mix[at] = (mix[at] ?? 0) + level * (Math.sin(step * i) + overtone);
  }
}

function envelopeAt(note: Note, ms: number): number {
  switch (note.envelope) {
    case "pedal":
      return 1;
    case "steady":
      return Math.min(1, ms / RAMP_MS, (note.durationMs - ms) / RAMP_MS);
    case "pluck":
      return Math.min(1, ms / ATTACK_MS, (note.durationMs - ms) / ATTACK_MS) * Math.exp(-ms / DECAY_MS);
  }
}
