import type { Token } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { ACCESS_SECONDS, REFRESH_SECONDS, type Session, type StoredToken } from "./auth.model.ts";

/** A new pair of tokens: the tokens for the panel, and their digests for the store. */
export interface MintedTokens {
  readonly token: Token;
  readonly stored: readonly StoredToken[];
}

/** `parent`: digest of the refresh token that is exchanged for the new pair; null for the first pair of a session. */
export type MintTokens = (session: Session, parent: string | null) => MintedTokens;

export function createTokenMint({ clock, random }: { clock: Pick<Clock, "now">; random: RandomBytes }): MintTokens {
  return (session, parent) => {
    const now = clock.now();
    const access = newToken(random);
    const refresh = newToken(random);
    const stored = (kind: StoredToken["kind"], token: string, seconds: number): StoredToken => ({
      digest: tokenDigest(token),
      kind,
      sessionId: session.id,
      createdAt: now,
      expiresAt: Math.min(now + seconds * 1_000, session.expiresAt),
      usedAt: null,
      parent,
    });
    return {
      token: {
        client_id: session.clientId,
        access_token: access,
        refresh_token: refresh,
        token_type: "Bearer",
        scope: session.scope,
        created_at: Math.floor(now / 1_000),
        expires_in: ACCESS_SECONDS,
      },
      stored: [stored("access", access, ACCESS_SECONDS), stored("refresh", refresh, REFRESH_SECONDS)],
    };
  };
}
