import type { CallHandling } from "./call-handling.model.ts";

/** People's settings, as they stand at a revision. */
export interface KeptHandlings {
  readonly revision: number;
  readonly people: ReadonlyMap<number, CallHandling>;
}

/** Keeps how calls reach people. */
export interface CallHandlingStore {
  /** Grows with every change, whichever process made it. */
  revision(): Promise<number>;
  /** Of everybody who has changed anything after this revision; 0: of everybody who has set anything. */
  changedSince(revision: number): Promise<KeptHandlings>;
  /**
   * Changes what one person has set, and is durable when it resolves. Whatever `step` throws undoes it.
   * @returns how it stands then, new blocked numbers with their ids; undefined: there is no such person
   */
  change(
    userId: number,
    step: (before: CallHandling) => CallHandling,
  ): Promise<{ readonly revision: number; readonly after: CallHandling } | undefined>;
}
