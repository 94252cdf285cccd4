import type { Clock } from "../clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../secrets/secrets.ts";
import type { ShortLived, ShortLivedKind } from "./short-lived.ts";

/** Tokens that admit once: of each only the digest is kept. */
export interface OneTimeTokens<Value> {
  issue(value: Value): Promise<string>;
  /** Undefined: unknown, used, or expired. */
  take(token: string): Promise<Value | undefined>;
}

export interface OneTimeTokensDeps {
  readonly shortLived: Pick<ShortLived, "open">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}

export function createOneTimeTokens<Value>(
  { shortLived, clock, random }: OneTimeTokensDeps,
  { validMs, ...kind }: Omit<ShortLivedKind<Value>, "most"> & { readonly validMs: number },
): OneTimeTokens<Value> {
  const entries = shortLived.open({ ...kind, most: MOST });
  return {
    issue: async (value) => {
      const token = newToken(random);
      const expiresAt = clock.now() + validMs;
      await entries.change(tokenDigest(token), () => ({ value, expiresAt }));
      return token;
    },
    take: (token) => entries.take(tokenDigest(token)),
  };
}

const MOST = 20_000;
