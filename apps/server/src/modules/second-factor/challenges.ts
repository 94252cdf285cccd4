import { OTP_SENT_SECONDS } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets.ts";

/** Challenges under way at once; the oldest falls out. */
const MOST_CHALLENGES = 10_000;

/** Sign-ins whose password was right and whose code is awaited. Held in memory: a restart asks for the password again. */
export function createChallenges({ clock, random }: { clock: Pick<Clock, "now">; random: RandomBytes }) {
  const challenges = new Map<string, { readonly userId: number; readonly expiresAt: number }>();
  return {
    open: (userId: number): string => {
      const challenge = newToken(random);
      challenges.set(tokenDigest(challenge), { userId, expiresAt: clock.now() + OTP_SENT_SECONDS * 1_000 });
      const oldest = challenges.keys().next();
      if (challenges.size > MOST_CHALLENGES && oldest.done !== true) challenges.delete(oldest.value);
      return challenge;
    },
    /** Whose it is; undefined when it is unknown, used or too old. */
    holder: (challenge: string): number | undefined => {
      const found = challenges.get(tokenDigest(challenge));
      return found !== undefined && clock.now() < found.expiresAt ? found.userId : undefined;
    },
    close: (challenge: string): void => void challenges.delete(tokenDigest(challenge)),
  };
}
