import type { Clock } from "./clock.ts";

/** Runs when the page is idle. @returns a cancel function */
export type WhenIdle = (run: () => void) => () => void;

/** The page is rendered by then. Preloading makes the first call, menu, dialog and next page open without a delay. */
const PRELOAD_AFTER_MS = 3_000;

export interface PreloadLaterDeps {
  readonly clock: Clock;
  readonly whenIdle: WhenIdle;
}

/** SHELL-22: in idle moments after the start. @returns a stop function */
export function preloadLater(
  loads: readonly (() => Promise<unknown>)[],
  { clock, whenIdle }: PreloadLaterDeps,
): () => void {
  let stop = clock.setTimeout(() => {
    stop = preloadInTurn(loads, whenIdle);
  }, PRELOAD_AFTER_MS);
  return () => stop();
}

/**
 * SHELL-22: one after the other, each in a separate idle moment, so that no frame waits for more than one of them. After a
 * failure, opening the part tries again. @returns a stop function
 */
export function preloadInTurn(loads: readonly (() => Promise<unknown>)[], whenIdle: WhenIdle): () => void {
  let stopped = false;
  let cancel = (): void => undefined;
  const next = (at: number): void => {
    const load = loads[at];
    if (stopped || load === undefined) return;
    cancel = whenIdle(() => {
      const onward = (): void => next(at + 1);
      load().then(onward, onward);
    });
  };
  next(0);
  return () => {
    stopped = true;
    cancel();
  };
}
