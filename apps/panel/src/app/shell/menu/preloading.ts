/** Runs when the page is idle. @returns a cancel function */
export type WhenIdle = (run: () => void) => () => void;

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
