/**
 * Limits how many tasks run in parallel. Lanes take turns, so a lane with many tasks does not block the others. Full lanes
 * refuse with `busy`.
 */
export interface FairGate {
  run<T>(lane: string, task: () => Promise<T>): Promise<T>;
}

export interface FairGateOptions {
  readonly atOnce: number;
  /** Limits of waiting tasks: in one lane, and in all lanes. */
  readonly mostInLane: number;
  readonly mostInAll: number;
  readonly busy: () => Error;
}

export function createFairGate({ atOnce, mostInLane, mostInAll, busy }: FairGateOptions): FairGate {
  /** Waiting lanes, in the order of their turns. */
  const lanes = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const enter = (lane: string): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    const queue = lanes.get(lane) ?? [];
    if (queue.length >= mostInLane || waiting >= mostInAll) throw busy();
    lanes.set(lane, queue);
    waiting += 1;
    return new Promise((resolve) => queue.push(resolve));
  };
  /** Frees a place and starts the first task of the next lane. */
  const leave = (): void => {
    for (const [lane, queue] of lanes) {
      lanes.delete(lane);
      const next = queue.shift();
      if (queue.length > 0) lanes.set(lane, queue);
      if (next === undefined) continue;
      waiting -= 1;
      return next();
    }
    running -= 1;
  };

  return {
    run: async (lane, task) => {
      await enter(lane);
      try {
        return await task();
      } finally {
        leave();
      }
    },
  };
}
