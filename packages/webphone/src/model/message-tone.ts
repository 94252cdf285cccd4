import { renderParts, type TonePart } from "./tone.ts";

/** Two quick rising notes: shorter and higher than ringing, so that nobody reaches for the phone. */
const NOTES: readonly TonePart[] = [
  { hz: [784], ms: 90 },
  { hz: [], ms: 25 },
  { hz: [1046.5], ms: 170 },
];

/** The sound of a message, mono, -1 to 1. */
export const renderMessageTone = (sampleRate: number): Float32Array<ArrayBuffer> => renderParts(NOTES, sampleRate);
