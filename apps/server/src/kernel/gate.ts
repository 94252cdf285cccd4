import type { AppError } from "@callpanel/contract";

/** Lets so many run at the same time; the next one is refused with `busy` before it begins. */
export function createGate(atOnce: number, busy: AppError): <T>(run: () => Promise<T>) => Promise<T> {
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
