import type { CallHandling } from "./call-handling.model.ts";

/** Settings of people at a revision. */
export interface KeptHandlings {
  readonly revision: number;
  readonly people: ReadonlyMap<number, CallHandling>;
}

/** Stores call handling. */
export interface CallHandlingStore {
  /** Incremented by every change, of any process. */
  revision(): Promise<number>;
  /** Settings of everybody with a change after this revision; 0: of everybody with any setting. */
  changedSince(revision: number): Promise<KeptHandlings>;
  /**
   * Changes one person's settings; durable when it resolves. An exception of `step` rolls the change back.
   * @returns the new state, with the ids of new blocked numbers; undefined: there is no such person
   */
  change(
    userId: number,
    step: (before: CallHandling) => CallHandling,
  ): Promise<{ readonly revision: number; readonly after: CallHandling } | undefined>;
}
