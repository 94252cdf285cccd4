/**
 * Remembers which packets have arrived, so that none counts twice (RFC 3711 §3.3.2). Only authentic packets may be
 * noted.
 */
export interface ReplayWindow {
  /** False for an index that has arrived, and for one that is too old to know. */
  admits(index: number): boolean;
  note(index: number): void;
}

const WINDOW = 128; // packets, 2.5 s of sound; RFC 3711 §3.3.2 asks for at least 64

export function createReplayWindow(): ReplayWindow {
  /** Each index plus one, in the slot of its low bits; 0 is an empty slot. */
  const slots = new Float64Array(WINDOW);
  let highest = -1;
  return {
    admits: (index) => highest - index < WINDOW && slots[index % WINDOW] !== index + 1,
    note: (index) => {
      slots[index % WINDOW] = index + 1;
      if (index > highest) highest = index;
    },
  };
}
