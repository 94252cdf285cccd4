/** A job as it is kept. Times in milliseconds since the epoch. */
export interface NewJob {
  readonly kind: string;
  /** JSON. */
  readonly payload: string;
  /** Not taken before. */
  readonly runAt: number;
}

/** Whose a job is while it is worked on. Changes of a job that somebody else holds by now change nothing. */
export interface JobLease {
  readonly id: number;
  readonly holder: string;
}

export interface TakenJob extends JobLease {
  readonly payload: string;
  /** How often it was taken, this time included. */
  readonly tries: number;
}

/** The queue as it is kept. What a call resolved to is durable. */
export interface JobStore {
  add(job: NewJob): Promise<void>;
  /** Leases jobs that are due, oldest first, until `until`; no other server gets them meanwhile. A lease that ran out is due. */
  take(wanted: {
    readonly kind: string;
    readonly most: number;
    readonly now: number;
    readonly until: number;
    readonly holder: string;
  }): Promise<readonly TakenJob[]>;
  /** Those of a kind that are neither done nor given up. */
  count(kind: string): Promise<number>;
  /** When the next of a kind is due; of a leased one when its lease runs out. Undefined: there is none. */
  nextAt(kind: string): Promise<number | undefined>;
  /** False: the lease is somebody else's by now. */
  renew(lease: JobLease, until: number): Promise<boolean>;
  done(lease: JobLease): Promise<void>;
  /** To be taken again at `runAt`; `tries` as they are to be counted. */
  putBack(
    lease: JobLease,
    job: { readonly runAt: number; readonly tries: number; readonly error: string | null },
  ): Promise<void>;
  /** Never taken again, and kept with its error. */
  bury(lease: JobLease, dead: { readonly at: number; readonly error: string }): Promise<void>;
  /** Forgets what was buried before. */
  forgetDead(before: number): Promise<void>;
}
