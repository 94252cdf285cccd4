import type { Clock } from "../../kernel/clock.ts";

/** What goes to one connection, in its order. */
export interface Outbox {
  /** Sends it, now or with what comes next. */
  add(text: string): void;
  /** Sends what waits, without more waiting. */
  flush(): void;
  /** Drops what waits. */
  stop(): void;
}

/** RT-62: a browser needs about as long for a message of one frame as for one of ten. */
export const BATCH_MS = 25;

/**
 * Messages that are at least `apartMs` apart: after a quiet time a frame is sent at once, otherwise frames wait and are sent together,
 * as a JSON array.
 */
export function createOutbox(clock: Clock, apartMs: number, send: (message: string) => void): Outbox {
  let waiting: string[] = [];
  let sentAt = -Infinity;
  let cancel: (() => void) | undefined;
  const flush = (): void => {
    cancel?.();
    cancel = undefined;
    const [first, ...rest] = waiting;
    if (first === undefined) return;
    waiting = [];
    sentAt = clock.now();
    send(rest.length === 0 ? first : `[${[first, ...rest].join(",")}]`);
  };
  return {
    flush,
    add: (text) => {
      waiting.push(text);
      if (cancel !== undefined) return;
      const waitMs = sentAt + apartMs - clock.now();
      // A clock that was set back delays no longer than that.
      if (waitMs > 0) cancel = clock.setTimeout(flush, Math.min(waitMs, apartMs));
      else flush();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
      waiting = [];
    },
  };
}
