/** Runs in a moment in which the page has nothing else to do. @returns how to cancel */
export type WhenIdle = (run: () => void) => () => void;

/**
 * SHELL-22: one after the other, each in an idle moment of its own, so that no frame waits for more than one of them. What
 * fails is met again, and tried again, by whoever opens it. @returns how to stop
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
