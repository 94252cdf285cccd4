/** Stops everything that was started, in reverse order. */
export interface Shutdown {
  add(stop: () => unknown): void;
  /** Runs every step, also when one fails; idempotent. Rejects with the first failure. */
  stop(): Promise<void>;
}

export function createShutdown(): Shutdown {
  const steps: Array<() => unknown> = [];
  let stopped: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new Error("the server did not stop cleanly", { cause: failures[0] });
  };
  return {
    add: (step) => void steps.push(step),
    stop: () => (stopped ??= run()),
  };
}
