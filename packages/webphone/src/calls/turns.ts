/**
 * One conversation at a time: taking a call (dialling, answering, unholding) holds the others first, so these wait for
 * one another. A turn whose call has ended lets the next one in at once.
 */
export interface Turns {
  /** Runs `act` when its turn comes; `abandoned` ends the turn early (the act itself goes on and must look whether it still matters). */
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
