/** A job to store. Times in milliseconds since the epoch. */
export interface NewJob {
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  /** The job does not run before this time. */
  readonly runAt: number;
}

/** Ownership of a running job. If another server holds the job now, changes with this lease have no effect. */
export interface JobLease {
  readonly id: number;
  readonly holder: string;
}

export interface TakenJob extends JobLease {
  readonly payload: string;
  /** The number of tries, including this one. */
  readonly tries: number;
}

export interface JobKindSummary {
  readonly kind: string;
  readonly waiting: number;
  /** Given up, and not yet forgotten. */
  readonly failed: number;
  /** When the next one is due; undefined: none waits. */
  readonly nextAt: number | undefined;
}

/** The stored queue. When a promise resolves, the change is durable. */
export interface JobStore {
  add(job: NewJob): Promise<void>;
  /**
   * Leases due jobs until `until`, oldest first; other servers do not get them in that time. A job with an expired lease
   * is due.
   */
  take(wanted: {
    readonly kind: string;
    readonly most: number;
    readonly now: number;
    readonly until: number;
    readonly holder: string;
  }): Promise<readonly TakenJob[]>;
  /** Counts the jobs of a kind that are still open. */
  count(kind: string): Promise<number>;
  /** What waits and what was given up, by kind. */
  summary(): Promise<readonly JobKindSummary[]>;
  /** When the next job of a kind is due; for a leased one, when its lease expires. Undefined: there are no jobs. */
  nextAt(kind: string): Promise<number | undefined>;
  /** False: another server holds the job now. */
  renew(lease: JobLease, until: number): Promise<boolean>;
  done(lease: JobLease): Promise<void>;
  /** Makes the job due again at `runAt`, with this count of tries. */
  putBack(
    lease: JobLease,
    job: { readonly runAt: number; readonly tries: number; readonly error: string | null },
  ): Promise<void>;
  /** Gives the job up: it never runs again, and is kept with its error. */
  bury(lease: JobLease, dead: { readonly at: number; readonly error: string }): Promise<void>;
  /** Removes jobs that were given up before this time. */
  forgetDead(before: number): Promise<void>;
}
