import type { AuthorizationCode, Session, StoredToken } from "./auth.model.ts";

/** Sessions and their tokens. Changes are durable when a promise resolves. */
export interface AuthStore {
  open(session: Session, tokens: readonly StoredToken[]): Promise<void>;
  session(sessionId: string): Promise<Session | undefined>;
  find(digest: string): Promise<{ readonly token: StoredToken; readonly session: Session } | undefined>;
  /**
   * Marks a refresh token as exchanged and adds its successors, in one transaction; false when it was exchanged before.
   * Its unused siblings, with the same parent, are marked as exchanged at `supersededAt`.
   */
  rotate(input: {
    readonly digest: string;
    readonly usedAt: number;
    readonly supersededAt: number;
    readonly successors: readonly StoredToken[];
  }): Promise<boolean>;
  add(tokens: readonly StoredToken[]): Promise<void>;
  /** Whether a refresh token that `digest` was exchanged for was exchanged in turn. */
  successorUsed(digest: string): Promise<boolean>;
  revoke(sessionId: string, at: number): Promise<void>;
  /** Ends a session that an attacker may hold, and all sessions opened by its sign-in links. */
  revokeStolen(sessionId: string, at: number): Promise<void>;
  saveCode(code: AuthorizationCode): Promise<void>;
  /**
   * Uses up a code and opens the session that `judge` returns, if any, in one step. Of parallel requests with the same
   * code, one gets `opened`, and the others learn which session that was.
   */
  tradeCode(
    digest: string,
    at: number,
    judge: (
      code: AuthorizationCode,
    ) => { readonly session: Session; readonly tokens: readonly StoredToken[] } | undefined,
  ): Promise<CodeOutcome>;
  /** Removes everything that expired or was revoked before `now`. */
  prune(now: number): Promise<void>;
}

export type CodeOutcome =
  | { readonly trade: "opened" }
  /** Exchanged before, for this session. */
  | { readonly trade: "reused"; readonly sessionId: string }
  | { readonly trade: "refused" };
