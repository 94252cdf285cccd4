/** Types of rabbitmq.mjs, for tests. */
export interface OwnRabbit {
  /** For BROKER_URL. */
  readonly url: string;
  /** Runs rabbitmqctl. @returns its exit code */
  readonly control: (...order: readonly string[]) => Promise<number>;
  readonly kill: () => Promise<void>;
  /** Starts it again at the same address, with what it had stored. @returns false: it did not start */
  readonly start: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** Undefined: it cannot be had here. */
export declare function findRabbit(): object | undefined;
export declare function startRabbit(): Promise<OwnRabbit | undefined>;
