import type { OtpMethod } from "@callpanel/contract";
import type { SecondFactor } from "./second-factor.model.ts";

/** The session that continues; the person's others, and the SIP secrets of all of them, end in the same transaction. */
export interface KeptSession {
  readonly keep: string;
  readonly at: number;
}

/** Second factors and their back-up codes. When a promise resolves, the change is durable. */
export interface SecondFactorStore {
  find(userId: number): Promise<SecondFactor | undefined>;
  /** The stored factor; without one, stores `secret`, switched off. */
  prepare(userId: number, secret: string): Promise<SecondFactor>;
  enable(
    userId: number,
    factor: {
      readonly method: OtpMethod;
      readonly phone: string;
      readonly email: string;
      readonly backupDigests: readonly string[];
    },
    sessions: KeptSession,
  ): Promise<void>;
  /** Removes everything: the next set-up begins with a new secret. */
  remove(userId: number, sessions: KeptSession): Promise<void>;
  replaceBackupCodes(userId: number, digests: readonly string[]): Promise<void>;
  /** Marks a time step as used; false when it or a later one was used before. */
  takeStep(userId: number, step: number): Promise<boolean>;
  /** Uses up a back-up code; false when there is no code with that digest. */
  takeBackupCode(userId: number, digest: string): Promise<boolean>;
}
