/** A stored sign-in link. Times in ms since the epoch. */
export interface StoredSignInLink {
  /** Digest of its token; the token itself is not stored. */
  readonly digest: string;
  readonly userId: number;
  /** The session that made it, and with which it ends (ANYWHERE-11). */
  readonly sessionId: string;
  /** Identifies the password at that time; a new password makes the link invalid (ANYWHERE-4). */
  readonly passwordMark: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Sign-in links. Changes are durable when a promise resolves. */
export interface SignInLinkStore {
  /** Adds a link; removes expired ones, and the person's oldest ones beyond `most`. */
  add(input: { readonly link: StoredSignInLink; readonly most: number }): Promise<void>;
  /** A link with a session that is open at `now`. */
  find(digest: string, now: number): Promise<StoredSignInLink | undefined>;
  /** Uses a link up; undefined when it was used before, or its session has ended in the meantime. */
  take(digest: string, now: number): Promise<StoredSignInLink | undefined>;
  /** Removes a person's links and ends the open sessions of `scope`. */
  revoke(input: { readonly userId: number; readonly scope: string; readonly at: number }): Promise<void>;
}
