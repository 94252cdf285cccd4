/** Runs so many at a time. Lanes take turns, so that one with many in it keeps no other waiting; full ones refuse with `busy`. */
export interface FairGate {
  run<T>(lane: string, task: () => Promise<T>): Promise<T>;
}

export interface FairGateOptions {
  readonly atOnce: number;
  /** Waiting in one lane, and in all. */
  readonly mostInLane: number;
  readonly mostInAll: number;
  readonly busy: () => Error;
}

export function createFairGate({ atOnce, mostInLane, mostInAll, busy }: FairGateOptions): FairGate {
  /** In the order of their turns. */
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
  /** The place of one that ended goes to the next lane's first. */
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
