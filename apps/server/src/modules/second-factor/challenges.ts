import { AppError, OTP_SENT_SECONDS } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";
import type { UserStore } from "../users/index.ts";

export interface ChallengesDeps {
  readonly users: Pick<UserStore, "byId" | "credentialOf">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly shortLived: ShortLived;
}

const KIND = {
  name: "challenge",
  schema: z.object({ userId: z.number(), basis: z.string() }),
  most: 10_000,
  maxChars: 200,
};

/** Sign-ins with a correct password that still need a code. Stored as digests. */
export function createChallenges({ users, clock, random, shortLived }: ChallengesDeps) {
  const entries = shortLived.open(KIND);
  /** OTP-11: what a challenge rests on; it ends when that changes. Undefined: this person cannot sign in. */
  const basisOf = async (userId: number): Promise<string | undefined> => {
    const [user, credential] = await Promise.all([users.byId(userId), users.credentialOf(userId)]);
    if (user === undefined || user.suspended || credential === undefined) return undefined;
    return tokenDigest(credential.passwordHash);
  };
  return {
    /** @throws AppError login.error.login */
    open: async (userId: number): Promise<string> => {
      const basis = await basisOf(userId);
      if (basis === undefined) throw new AppError("login.error.login");
      const challenge = newToken(random);
      const expiresAt = clock.now() + OTP_SENT_SECONDS * 1_000;
      await entries.change(tokenDigest(challenge), () => ({ value: { userId, basis }, expiresAt }));
      return challenge;
    },
    /** The user who began it; undefined when it is unknown, used or no longer valid. */
    holder: async (challenge: string): Promise<number | undefined> => {
      const begun = await entries.find(tokenDigest(challenge));
      return begun !== undefined && (await basisOf(begun.userId)) === begun.basis ? begun.userId : undefined;
    },
    /** Ends it. Returns false if another request was faster. */
    close: async (challenge: string): Promise<boolean> => (await entries.take(tokenDigest(challenge))) !== undefined,
  };
}
