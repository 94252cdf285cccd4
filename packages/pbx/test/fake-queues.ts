/** Queues in memory, for a test phone system: their configuration, and a log that is durable when the test says so. */
import { QueueLogFold, type QueueLogRow, type QueueParts, type QueueSettings } from "@callpanel/phone-port";

export interface FakeQueues extends QueueParts {
  readonly rows: readonly QueueLogRow[];
  set(queues: readonly QueueSettings[]): void;
  /** From now on rows are durable only after `catchUp`. */
  delay(): void;
  catchUp(): void;
  /** The next writing fails. */
  failOnce(): void;
  /** Whether open callbacks are this system's; undefined: that cannot be read. */
  holds: boolean | undefined;
}

/** `rows`: what an earlier run has written. */
export function createFakeQueues(queues: readonly QueueSettings[], earlier: readonly QueueLogRow[] = []): FakeQueues {
  const rows: QueueLogRow[] = [...earlier];
  const listeners = new Set<() => void>();
  const late: (() => void)[] = [];
  let current = queues;
  let delayed = false;
  let failing = false;
  const fake: FakeQueues = {
    holds: true,
    rows,
    promptsFolder: "/words",
    book: {
      queues: () => current,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    log: {
      holds: () => fake.holds ?? Promise.reject(new Error("no connection")),
      open: () => {
        const fold = new QueueLogFold();
        for (const row of rows) fold.read(row);
        return fold;
      },
      append: (added) => {
        if (failing) {
          failing = false;
          throw new Error("disk full");
        }
        if (!delayed) return void rows.push(...added);
        return new Promise((resolve) => {
          late.push(() => {
            rows.push(...added);
            resolve();
          });
        });
      },
    },
    set: (changed) => {
      current = changed;
      for (const listener of listeners) listener();
    },
    delay: () => {
      delayed = true;
    },
    catchUp: () => {
      delayed = false;
      for (const write of late.splice(0)) write();
    },
    failOnce: () => {
      failing = true;
    },
  };
  return fake;
}
