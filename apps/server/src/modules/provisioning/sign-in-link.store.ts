/** A sign-in link as it is kept. Times in ms since the epoch. */
export interface StoredSignInLink {
  /** Of its token; the token itself is never stored. */
  readonly digest: string;
  readonly userId: number;
  /** That it was made in, and with which it ends (ANYWHERE-11). */
  readonly sessionId: string;
  /** Of the password that was in force; another password makes the link void (ANYWHERE-4). */
  readonly passwordMark: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Sign-in links. Every method is durable when its promise resolves. */
export interface SignInLinkStore {
  /** Adds a link; what expired is forgotten, and of the person's oldest so many that `most` are left. */
  add(input: { readonly link: StoredSignInLink; readonly most: number }): Promise<void>;
  /** A link whose session is open at `now`. */
  find(digest: string, now: number): Promise<StoredSignInLink | undefined>;
  /** Uses a link up; undefined when it was used before, or its session has ended meanwhile. */
  take(digest: string, now: number): Promise<StoredSignInLink | undefined>;
  /** Forgets a person's links and ends the sessions of `scope` that are open. */
  revoke(input: { readonly userId: number; readonly scope: string; readonly at: number }): Promise<void>;
}
