import type { PhoneCredential, SipHa1 } from "./sip-credential.model.ts";

/** SIP secrets of sessions and of phones. Every method is durable when its promise resolves. */
export interface SipCredentialStore {
  /** The secret of a session: the given one, unless it has one already. Undefined when the session is over. */
  ofSession(input: {
    readonly sessionId: string;
    readonly userId: number;
    readonly id: string;
    readonly ha1: SipHa1;
    readonly at: number;
    /** Of one person; the one that was not used for longest gives way. */
    readonly most: number;
  }): Promise<SipHa1 | undefined>;
  /** Adds a phone; false when the person has `most`. */
  addPhone(input: {
    readonly userId: number;
    readonly id: string;
    readonly label: string;
    readonly ha1: SipHa1;
    readonly at: number;
    readonly most: number;
  }): Promise<boolean>;
  /** The newest first. */
  phonesOf(userId: number): Promise<readonly PhoneCredential[]>;
  /** False when the person has no such phone. */
  removePhone(userId: number, id: string): Promise<boolean>;
  /** Ends the secrets of a person's sessions. */
  endOfSessions(userId: number): Promise<void>;
  /** What a person's telephones may prove themselves by at this moment. */
  holding(userId: number, now: number): Promise<ReadonlyArray<{ readonly id: string; readonly ha1: SipHa1 }>>;
  /** Of these, what holds still. */
  stillHolding(ids: readonly string[], now: number): Promise<ReadonlySet<string>>;
  used(id: string, use: { readonly at: number; readonly userAgent: string; readonly address: string }): Promise<void>;
  /** Grows when a secret ends, whoever ended it. */
  revision(): Promise<number>;
}
