import type { SignInOutcome } from "@callpanel/contract";
import type { Device } from "./auth.model.ts";

/** An open session, as its person sees it. */
export interface OpenedSession extends Device {
  readonly id: string;
  readonly createdAt: number;
  /** When it last got a token. */
  readonly seenAt: number;
  /** The name of the application that opened it; null: the panel. */
  readonly application: string | null;
}

export interface SignInTryLine extends Device {
  readonly at: number;
  readonly outcome: SignInOutcome;
}

/** Each list: the latest first; tries are the last 20 of each kind. */
export interface SignedInPerson {
  readonly sessions: readonly OpenedSession[];
  readonly signIns: readonly SignInTryLine[];
  readonly failed: readonly SignInTryLine[];
}

export interface FailedSignIn extends Device {
  /** The intended user: a folded username, which may not exist, or an id. */
  readonly who: string | number;
  readonly at: number;
  readonly outcome: Exclude<SignInOutcome, "signedIn">;
}

/** Where people are signed in, and what was tried. A session that is opened adds its sign-in by itself. */
export interface SignInsStore {
  of(userId: number, now: number): Promise<SignedInPerson>;
  addFailed(failed: FailedSignIn): Promise<void>;
  /** Ends one session of a person and those that its links have opened; false: they have no such session. */
  end(input: { readonly userId: number; readonly sessionId: string; readonly at: number }): Promise<boolean>;
  /** Ends all sessions of a person but one. */
  endOthers(input: { readonly userId: number; readonly keep: string; readonly at: number }): Promise<void>;
}
