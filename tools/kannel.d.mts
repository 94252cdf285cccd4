/** Types of kannel.mjs, for tests. */
export interface OwnKannel {
  /** For SMS_URL. */
  readonly url: string;
  /** Messages that came out at the centre: `+14165550101 +14165550199 text Hello`. */
  readonly out: readonly string[];
  /** Connects the centre, with a message that comes in there: `+14165550199 +14165550101 text Hello`. */
  readonly connectCentre: (message: string) => void;
  readonly stop: () => Promise<void>;
}

/** Undefined: it cannot be had here. */
export declare function findKannel(): object | undefined;
export declare function startKannel(reportTo: string): Promise<OwnKannel | undefined>;
/** A port of 127.0.0.1 that the system chose. */
export declare function freePort(): Promise<number>;
