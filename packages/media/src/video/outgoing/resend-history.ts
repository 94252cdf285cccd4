/** What a number of a slot was: enough to write the packet once more. */
export interface SentNumber {
  /** The number in its layer; -1 was a filler. */
  readonly source: number;
  readonly pictureId: number;
  readonly tl0PictureIndex: number;
}

/**
 * The last packets of one slot, by the number that its receiver knows. It holds no packets: those are with their layer,
 * once for all receivers.
 */
export class ResendHistory {
  readonly #entries: Entry[] = Array.from({ length: KEPT }, () => ({
    number: -1,
    source: -1,
    pictureId: -1,
    tl0PictureIndex: -1,
    times: 0,
    resentAt: 0,
  }));

  note(number: number, source: number, pictureId: number, tl0PictureIndex: number): void {
    const entry = this.#entries[number % KEPT];
    if (entry === undefined) return;
    entry.number = number;
    entry.source = source;
    entry.pictureId = pictureId;
    entry.tl0PictureIndex = tl0PictureIndex;
    entry.times = 0;
    entry.resentAt = -Infinity;
  }

  /** After a change of source: its numbers would be another person's packets. */
  clear(): void {
    for (const entry of this.#entries) entry.number = -1;
  }

  /** What to send again; undefined for an unknown number, one sent again just now, or three times. It then counts as sent again. */
  take(number: number, nowMs: number, rttMs: number): SentNumber | undefined {
    const entry = this.#entries[number % KEPT];
    if (number < 0 || entry?.number !== number || entry.times === MOST_TIMES) return undefined;
    if (nowMs - entry.resentAt < Math.min(LEAST_INTERVAL_MS, 2 * rttMs)) return undefined;
    entry.times += 1;
    entry.resentAt = nowMs;
    return entry;
  }
}

interface Entry {
  number: number;
  source: number;
  pictureId: number;
  tl0PictureIndex: number;
  times: number;
  resentAt: number;
}

const KEPT = 512;
const MOST_TIMES = 3;
const LEAST_INTERVAL_MS = 100;
