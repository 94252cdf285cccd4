export const PIN_KINDS = ["voicemail", "announcement", "conference", "conferenceAdmin"] as const;
export type PinKind = (typeof PIN_KINDS)[number];

/** Something with a PIN that is asked for by telephone. */
export interface PinPlace {
  readonly kind: PinKind;
  /** Id of the box, announcement or room. */
  readonly holder: string;
}

/** Between a holder and a caller with a separate count. */
export const OF_CALLER = " from ";

/** Consecutive wrong tries at a PIN. */
export interface PinTries {
  /** Identifies the PIN of these tries, so that a new PIN can be recognised. */
  readonly mark: string;
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
  readonly lockedUntil: number;
}

/** Stores tries, so that they survive a restart. When a promise resolves, the change is durable. */
export interface PinTryStore {
  /** Tries at one place wait for each other. `step` returns the new state; the same object means no change. */
  change(place: PinPlace, step: (before: PinTries) => PinTries): Promise<void>;
  /** What is locked at this time; a lock of a single caller has the caller in its holder. */
  locked(now: number): Promise<ReadonlyArray<PinPlace & Pick<PinTries, "lockedUntil">>>;
  /** Also removes the separate counts of its callers. */
  forget(place: PinPlace): Promise<void>;
}
