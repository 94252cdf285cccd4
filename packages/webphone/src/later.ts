/** Code that is loaded after the start. */
import type { Clock } from "./ports/clock.port.ts";

export interface Later<T> {
  /** Undefined until it is there. */
  now(): T | undefined;
  /** Waits until it is there; what cannot be loaded is requested again. Never rejects. */
  load(): Promise<T>;
}

/** Between two requests for code that cannot be loaded; the last pause repeats. */
export const LOAD_AGAIN_MS = [500, 1_000, 2_000, 4_000] as const;

export function createLater<T>(request: () => Promise<T>, clock: Clock): Later<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, ms));
  const attempt = async (tries: number): Promise<T> => {
    try {
      loaded = await request();
      return loaded;
    } catch {
      await pause(LOAD_AGAIN_MS[Math.min(tries, LOAD_AGAIN_MS.length - 1)] ?? 0);
      return attempt(tries + 1);
    }
  };
  return { now: () => loaded, load: () => (loading ??= attempt(0)) };
}

/** Undefined if it is not there within this time. */
export function loadWithin<T>(later: Later<T>, clock: Clock, ms: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.setTimeout(() => resolve(undefined), ms);
    void later.load().then((loaded) => {
      cancel();
      resolve(loaded);
    });
  });
}
