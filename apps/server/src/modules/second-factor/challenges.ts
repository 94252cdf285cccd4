import { OTP_SENT_SECONDS } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../kernel/short-lived/short-lived.ts";

export interface ChallengesDeps {
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly shortLived: ShortLived;
}

const KIND = {
  name: "challenge",
  schema: z.object({ userId: z.number() }),
  most: 10_000,
  maxChars: 100,
};

/** Sign-ins with a correct password that still need a code. Stored as digests. */
export function createChallenges({ clock, random, shortLived }: ChallengesDeps) {
  const entries = shortLived.open(KIND);
  return {
    open: async (userId: number): Promise<string> => {
      const challenge = newToken(random);
      const expiresAt = clock.now() + OTP_SENT_SECONDS * 1_000;
      await entries.change(tokenDigest(challenge), () => ({ value: { userId }, expiresAt }));
      return challenge;
    },
    /** The user who began it; undefined when it is unknown, used or expired. */
    holder: async (challenge: string): Promise<number | undefined> =>
      (await entries.find(tokenDigest(challenge)))?.userId,
    /** Ends it. Returns false if another request was faster. */
    close: async (challenge: string): Promise<boolean> => (await entries.take(tokenDigest(challenge))) !== undefined,
  };
}
