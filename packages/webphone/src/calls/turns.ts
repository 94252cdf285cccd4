/**
 * One conversation at a time: taking a call (dialling, answering, unholding) holds the others first, so these wait for
 * one another. When the call of a turn has ended the next turn starts immediately.
 */
export interface Turns {
  /** Runs `act` when its turn comes; `abandoned` ends the turn early (the act itself continues and must check whether it still applies). */
  take<T>(abandoned: Promise<void>, act: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (abandoned, act) => {
      const turn = last.then(act);
      last = Promise.race([turn.catch(() => undefined), abandoned]);
      return turn;
    },
  };
}
