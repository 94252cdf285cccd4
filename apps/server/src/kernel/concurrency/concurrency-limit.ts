import type { AppError } from "@callpanel/contract";

/** Runs at most `atOnce` tasks in parallel; a further one is refused with `busy` before it starts. */
export function createConcurrencyLimit(atOnce: number, busy: AppError): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (run) => {
    if (running >= atOnce) throw busy;
    running += 1;
    try {
      return await run();
    } finally {
      running -= 1;
    }
  };
}
