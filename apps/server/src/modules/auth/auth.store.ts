import type { AuthorizationCode, Session, StoredToken } from "./auth.model.ts";

/** Sign-ins and their tokens. Every method is durable when its promise resolves. */
export interface AuthStore {
  open(session: Session, tokens: readonly StoredToken[]): Promise<void>;
  session(sessionId: string): Promise<Session | undefined>;
  find(digest: string): Promise<{ readonly token: StoredToken; readonly session: Session } | undefined>;
  /**
   * Marks a refresh token as traded and adds its successors, both or neither; false when it had been traded before. Its
   * siblings that were not traded, of the same parent, are marked as traded at `supersededAt`.
   */
  rotate(input: {
    readonly digest: string;
    readonly usedAt: number;
    readonly supersededAt: number;
    readonly successors: readonly StoredToken[];
  }): Promise<boolean>;
  add(tokens: readonly StoredToken[]): Promise<void>;
  /** Whether a refresh token that `digest` was traded for was traded in turn. */
  successorUsed(digest: string): Promise<boolean>;
  revoke(sessionId: string, at: number): Promise<void>;
  saveCode(code: AuthorizationCode): Promise<void>;
  /** Marks a code as used; `first` is false when it had been used before. */
  useCode(
    digest: string,
    at: number,
  ): Promise<{ readonly code: AuthorizationCode; readonly first: boolean } | undefined>;
  /** Remembers which session a code was traded for, so that trading it again ends that session. */
  bindCode(digest: string, sessionId: string): Promise<void>;
  /** Forgets what expired or was revoked before `now`. */
  prune(now: number): Promise<void>;
}
