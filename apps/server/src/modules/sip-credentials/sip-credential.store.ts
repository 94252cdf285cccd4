import type { PhoneCredential, SipHa1 } from "./sip-credential.model.ts";

/** A phone to add. */
export interface NewPhoneCredential {
  readonly userId: number;
  readonly id: string;
  readonly label: string;
  readonly ha1: SipHa1;
  readonly at: number;
  /** Limit for one person. */
  readonly most: number;
}

/** A valid secret. */
export interface HeldSecret {
  readonly userId: number;
  readonly ha1: SipHa1;
  /** When its session expires; undefined: of a phone. */
  readonly expiresAt: number | undefined;
}

/**
 * SIP secrets of sessions and of phones. Changes are durable when a promise resolves. When a secret ends, for any reason,
 * the revision `sipCredentials` grows.
 */
export interface SipCredentialStore {
  /** The secret of a session: the existing one, or else the given one. Undefined when the session is over. */
  ofSession(input: {
    readonly sessionId: string;
    readonly userId: number;
    readonly id: string;
    readonly ha1: SipHa1;
    readonly at: number;
    /** Limit for one person; the least recently used one is removed. */
    readonly most: number;
  }): Promise<SipHa1 | undefined>;
  /** Adds a phone; false when the person already has `most`. */
  addPhone(phone: NewPhoneCredential): Promise<boolean>;
  /** Newest first. */
  phonesOf(userId: number): Promise<readonly PhoneCredential[]>;
  /** False when the person has no such phone. */
  removePhone(userId: number, id: string): Promise<boolean>;
  /** Ends the secrets of a person's sessions. */
  endOfSessions(userId: number): Promise<void>;
  /** The secrets with which a person's telephones may authenticate at this moment. */
  holding(userId: number, now: number): Promise<ReadonlyArray<{ readonly id: string; readonly ha1: SipHa1 }>>;
  /** Those of the ids that are still valid, by id. */
  stillHolding(ids: readonly string[], now: number): Promise<ReadonlyMap<string, HeldSecret>>;
  /** The sessions that these secrets belong to. */
  sessionsOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
  used(id: string, use: { readonly at: number; readonly userAgent: string; readonly address: string }): Promise<void>;
}
