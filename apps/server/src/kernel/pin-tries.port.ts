/** Where a PIN is asked for by telephone. */
export interface PinPlace {
  readonly kind: "voicemail" | "announcement";
  /** Which box or announcement. */
  readonly holder: string;
}

/** Between a holder and a caller whose own tries are counted there. */
export const OF_CALLER = " from ";

/** Wrong tries at a PIN, one after the other. */
export interface PinTries {
  /** Tells the PIN they were made at from one that took its place. */
  readonly mark: string;
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly failedAt: number;
  readonly lockedUntil: number;
}

/** Keeps tries over a restart. What a call resolved to is durable. */
export interface PinTryStore {
  /** Tries at one place wait for each other. `step` answers what is kept from now on; the same again: nothing changes. */
  change(place: PinPlace, step: (before: PinTries) => PinTries): Promise<void>;
  /** With those of its callers. */
  forget(place: PinPlace): Promise<void>;
}
