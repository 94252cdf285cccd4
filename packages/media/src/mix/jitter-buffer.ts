/**
 * Puts one party's packets back into order and releases them at our own pace. It starts with 40 ms buffered, waits
 * longer after late packets, and drops surplus packets, so that a fast clock does not make it grow.
 */
export interface JitterBuffer {
  /** A packet without a payload only takes its place: a digit has used the number. */
  put(sequence: number, payload: Uint8Array | undefined): void;
  /** The next packet, for the next 20 ms of audio. */
  take(): Taken;
  /** Discards everything: another stream starts. */
  reset(): void;
  /** Number of buffered packets. */
  readonly depth: number;
}

export type Taken =
  | { readonly kind: "packet"; readonly payload: Uint8Array }
  /** It did not arrive in time. */
  | { readonly kind: "lost" }
  /** The party is not sending. */
  | { readonly kind: "nothing" };

const START_WITH = 2; // packets, 40 ms
const MOST = 8; // packets, 160 ms: more is dropped immediately
const MOST_AT_REST = 2; // packets always left after taking one, over a whole check period: 60 ms with the one that is played
const LOOK_EVERY = 25; // packets taken, half a second
const STARVED_AFTER = 5; // packets missing at the end: the far end has stopped sending
const JUMP = 500; // numbers, 10 s: a new stream, not loss

export function createJitterBuffer(): JitterBuffer {
  const held = new Map<number, Uint8Array | undefined>();
  let newest = 0;
  let next: number | undefined; // undefined while filling
  let starved = 0;
  let taken = 0;
  let least = Number.POSITIVE_INFINITY; // buffered after taking, minimum since the last check

  const oldest = (): number => {
    let found = Number.POSITIVE_INFINITY;
    for (const number of held.keys()) found = Math.min(found, number);
    return found;
  };

  const giveUp = (count: number): void => {
    for (let i = 0; i < count && held.size > 0; i += 1) held.delete(oldest());
    if (next !== undefined && held.size > 0) next = oldest();
  };

  const reset = (): void => {
    held.clear();
    next = undefined;
    starved = 0;
    taken = 0;
    least = Number.POSITIVE_INFINITY;
  };

  /** Periodic check: packets that were never needed are surplus. */
  const look = (): void => {
    taken += 1;
    least = Math.min(least, held.size);
    if (taken % LOOK_EVERY !== 0) return;
    if (least > MOST_AT_REST) giveUp(least - 1);
    least = Number.POSITIVE_INFINITY;
  };

  const starve = (): Taken => {
    starved += 1;
    if (starved < STARVED_AFTER) return { kind: "lost" };
    next = undefined;
    return { kind: "nothing" };
  };

  return {
    get depth() {
      return held.size;
    },
    reset,
    put: (sequence, payload) => {
      let number = newest + signed16(sequence - newest);
      if (held.size === 0 && next === undefined) number = sequence + 0x1_0000; // above zero, for late packets
      if (Math.abs(number - newest) > JUMP && (held.size > 0 || next !== undefined)) {
        reset();
        number = sequence + 0x1_0000;
      }
      if (next !== undefined && number < next) return;
      newest = held.size === 0 ? number : Math.max(newest, number);
      held.set(number, payload);
      if (held.size > MOST) giveUp(held.size - START_WITH);
    },
    take: () => {
      if (next === undefined) {
        if (held.size < START_WITH) return { kind: "nothing" };
        next = oldest();
        starved = 0;
      }
      while (held.has(next)) {
        const payload = held.get(next);
        held.delete(next);
        next += 1;
        starved = 0;
        if (payload === undefined) continue;
        look();
        return { kind: "packet", payload };
      }
      if (held.size === 0) return starve();
      next += 1;
      return { kind: "lost" };
    },
  };
}

function signed16(difference: number): number {
  const wrapped = difference & 0xffff;
  return wrapped >= 0x8000 ? wrapped - 0x1_0000 : wrapped;
}
