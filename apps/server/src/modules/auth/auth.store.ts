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
  /** Ends a session that somebody else holds, and all that were opened by its sign-in links. */
  revokeStolen(sessionId: string, at: number): Promise<void>;
  saveCode(code: AuthorizationCode): Promise<void>;
  /**
   * Uses a code up and, where `judge` gives one, opens the session it is traded for: in one step, so that of those who come
   * with it at the same moment one is told `opened`, and every other knows which session that was.
   */
  tradeCode(
    digest: string,
    at: number,
    judge: (
      code: AuthorizationCode,
    ) => { readonly session: Session; readonly tokens: readonly StoredToken[] } | undefined,
  ): Promise<CodeOutcome>;
  /** Forgets what expired or was revoked before `now`. */
  prune(now: number): Promise<void>;
}

export type CodeOutcome =
  | { readonly trade: "opened" }
  /** Traded before, for this session. */
  | { readonly trade: "reused"; readonly sessionId: string }
  | { readonly trade: "refused" };
