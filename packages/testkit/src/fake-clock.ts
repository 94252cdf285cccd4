/** Time that stands still until a test moves it. It has the shape of every package's `Clock`. */
export interface FakeClock {
  now(): number;
  setTimeout(run: () => void, ms: number): () => void;
  /** Runs what falls due within `ms`, in order, and lets promises settle after each. */
  advance(ms: number): Promise<void>;
  /** As after a sleep of the machine: it is `ms` later, and what fell due meanwhile runs once. */
  skip(ms: number): Promise<void>;
  /** Timers that wait. */
  readonly timerCount: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** 2026-01-05T09:00:00Z, a Monday morning. */
const START_MS = 1_767_603_600_000;
const ROUNDS = 4;

/** Lets everything run that waits for nothing but promises and sockets in this process. */
export async function settle(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createFakeClock(startMs = START_MS): FakeClock {
  const timers = new Set<Timer>();
  let now = startMs;
  let order = 0;

  const nextDue = (until: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > until) continue;
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  };

  return {
    now: () => now,
    setTimeout: (run, ms) => {
      order += 1;
      const timer: Timer = { at: now + Math.max(0, ms), order, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (ms) => {
      const until = now + ms;
      await settle();
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
        await settle();
      }
      now = until;
    },
    skip: async (ms) => {
      await settle();
      now += ms;
      const due = [...timers].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at || a.order - b.order);
      for (const timer of due) {
        if (!timers.delete(timer)) continue; // one of the others has canceled it
        timer.run();
        await settle();
      }
    },
    get timerCount() {
      return timers.size;
    },
  };
}
