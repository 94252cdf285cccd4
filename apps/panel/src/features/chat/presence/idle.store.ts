import type { Clock } from "../../../shared/clock.ts";
import type { TextStorage } from "../../../shared/storage.ts";
import { createStore } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";

/** CHATUI-33: without pointer, key, touch or call in any tab of this browser for so long, a person is away. */
export const IDLE_AFTER_MS = 600_000;
/** Each tab reports its input to the others, not more often than this. */
const WRITE_EVERY_MS = 5_000;
const KEY = "active_at";

export interface IdleDeps {
  readonly clock: Clock;
  readonly storage: TextStorage;
  /** Pointer, keys and touch. @returns a stop function */
  readonly onInput: (listener: () => void) => () => void;
  /** A call of this browser is up or rings. */
  readonly onCall: Readable<boolean>;
}

export interface Idle extends Readable<boolean> {
  /** @returns a stop function */
  start(): () => void;
}

/** Whether nobody is at this browser: the same in all of its tabs. Times are compared, because computers sleep. */
export function createIdle({ clock, storage, onInput, onCall }: IdleDeps): Idle {
  const idle = createStore<boolean, boolean>(false, (_, next) => next);
  let ownAt = clock.now();
  let writtenAt = -Infinity;
  let cancel: (() => void) | null = null;

  const lastAt = () => {
    const sharedAt = Number(storage.get(KEY) ?? 0) || 0;
    // A time in the future is that of a clock that was set back.
    return sharedAt > clock.now() ? ownAt : Math.max(ownAt, sharedAt);
  };
  const look = () => {
    cancel?.();
    const leftMs = lastAt() + IDLE_AFTER_MS - clock.now();
    const isIdle = leftMs <= 0 && !onCall.get();
    if (isIdle !== idle.get()) idle.dispatch(isIdle);
    cancel = isIdle || onCall.get() ? null : clock.setTimeout(look, Math.max(leftMs, 0));
  };
  const used = () => {
    ownAt = clock.now();
    if (idle.get() || ownAt - writtenAt >= WRITE_EVERY_MS) {
      writtenAt = ownAt;
      storage.set(KEY, String(ownAt));
    }
    if (idle.get()) look();
  };
  return {
    get: idle.get,
    subscribe: idle.subscribe,
    start() {
      used();
      look();
      const stops = [
        onInput(used),
        // The end of a call is activity too.
        onCall.subscribe(() => {
          used();
          look();
        }),
        storage.watch((key) => {
          if (key === KEY || key === null) look();
        }),
      ];
      return () => {
        for (const stop of stops) stop();
        cancel?.();
        cancel = null;
        if (idle.get()) idle.dispatch(false);
      };
    },
  };
}
