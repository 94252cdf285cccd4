/** Which packets have come, so that none counts twice (RFC 3711 §3.3.2). Only authentic packets may be noted. */
export interface ReplayWindow {
  /** False for an index that has come, and for one too old to tell. */
  admits(index: number): boolean;
  note(index: number): void;
}

const WINDOW = 128; // packets, 2.5 s of sound; RFC 3711 §3.3.2 asks for at least 64

export function createReplayWindow(): ReplayWindow {
  /** Each index in the slot of its low bits, plus one, so that an empty slot is no index. */
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
