/** Writes the queue log in order, and reports rows and changes once they are durable. */
import type { Clock, Log, PhoneEvent, QueueChange, QueueLog, QueueLogRow } from "@callpanel/phone-port";

export interface LogWriter {
  write(rows: readonly QueueLogRow[], changes: readonly QueueChange[]): void;
  /** Resolves when everything so far is durable. */
  durable(): Promise<void>;
}

interface Entry {
  readonly rows: readonly QueueLogRow[];
  readonly changes: readonly QueueChange[];
}

/** After a failure the rows are written again, in the same order. */
const RETRY_MS = 1_000;

export function createLogWriter(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly realm: string;
  readonly emit: (event: PhoneEvent) => void;
  readonly queueLog: QueueLog;
}): LogWriter {
  const { clock, log, realm, emit, queueLog } = deps;
  const waiting: Entry[] = [];
  /** By the number of entries that have to be durable. */
  const waiters = new Set<{ readonly count: number; readonly resolve: () => void }>();
  let writing = false;
  let givenCount = 0;
  let durableCount = 0;

  const publish = (entries: readonly Entry[]): void => {
    const at = clock.now();
    for (const { rows, changes } of entries) {
      for (const row of rows) emit({ kind: "queueLogged", at, realm, row });
      for (const change of changes) emit({ kind: "queueChanged", at, realm, change });
    }
  };
  /** Awaits nothing if the log has written at once. */
  const append = (rows: readonly QueueLogRow[]): void | Promise<void> =>
    rows.length === 0 ? undefined : queueLog.append(rows);

  const failed = (entries: readonly Entry[], error: unknown): void => {
    log.error("rows of the queue log are not written yet", { error: String(error) });
    waiting.unshift(...entries);
    clock.setTimeout(() => {
      writing = false;
      pump();
    }, RETRY_MS);
  };
  const done = (entries: readonly Entry[]): void => {
    writing = false;
    durableCount += entries.length;
    publish(entries);
    for (const waiter of waiters) {
      if (waiter.count > durableCount) continue;
      waiters.delete(waiter);
      waiter.resolve();
    }
  };
  const finish = async (entries: readonly Entry[], written: Promise<void>): Promise<void> => {
    try {
      await written;
    } catch (error) {
      return failed(entries, error);
    }
    done(entries);
    pump();
  };
  const writeOnce = (entries: readonly Entry[]): void => {
    writing = true;
    try {
      const written = append(entries.flatMap(({ rows }) => rows));
      if (written instanceof Promise) void finish(entries, written);
      else done(entries);
    } catch (error) {
      failed(entries, error);
    }
  };
  const pump = (): void => {
    while (!writing && waiting.length > 0) writeOnce(waiting.splice(0));
  };

  return {
    write: (rows, changes) => {
      if (rows.length === 0 && changes.length === 0) return;
      givenCount += 1;
      waiting.push({ rows, changes });
      pump();
    },
    durable: () =>
      new Promise((resolve) => {
        if (durableCount === givenCount) resolve();
        else waiters.add({ count: givenCount, resolve });
      }),
  };
}
