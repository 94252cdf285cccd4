import type { Clock } from "../ports.ts";

/** Wrong passwords by source (rule REG-9). Bounded: the oldest source is forgotten first. */
export interface Lockout {
  failed(source: string): void;
  succeeded(source: string): void;
  /** Milliseconds until the source may try again; 0 when it may now. */
  lockedMs(source: string): number;
}

const SOURCES = 10_000;

interface Record {
  failures: number;
  since: number;
  lockedUntil: number;
}

export function createLockout(options: {
  readonly clock: Clock;
  readonly failuresBeforeLock: number;
  readonly lockMs: number;
}): Lockout {
  const { clock, failuresBeforeLock, lockMs } = options;
  const records = new Map<string, Record>();

  const fresh = (source: string): Record => {
    const now = clock.now();
    const known = records.get(source);
    // Failures count together while they come within one lock time.
    if (known !== undefined && now - known.since < lockMs) return known;
    const record = { failures: 0, since: now, lockedUntil: 0 };
    records.delete(source);
    records.set(source, record);
    if (records.size > SOURCES) for (const oldest of [...records.keys()].slice(0, 1)) records.delete(oldest);
    return record;
  };

  return {
    failed: (source) => {
      const record = fresh(source);
      record.failures += 1;
      if (record.failures < failuresBeforeLock) return;
      record.lockedUntil = clock.now() + lockMs;
      record.since = clock.now();
    },
    succeeded: (source) => {
      records.delete(source);
    },
    lockedMs: (source) => Math.max(0, (records.get(source)?.lockedUntil ?? 0) - clock.now()),
  };
}
