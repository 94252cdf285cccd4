import { CHAT_TOKEN_SECONDS } from "@callpanel/contract";
import * as z from "zod/mini";
import type { Clock } from "../../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../../kernel/secrets/secrets.ts";
import type { ShortLived } from "../../../kernel/short-lived/short-lived.ts";

/** The session in which a token was asked for; a connection ends with it. */
export interface ChatSession {
  readonly sessionId: string;
  readonly userId: number;
}

export interface ChatTokens {
  issue(session: ChatSession): Promise<string>;
  take(token: string): Promise<ChatSession | undefined>;
}

/** CHAT-31: tokens for one connection each, to be used within a minute; of each the digest is kept. */
export function createChatTokens({
  shortLived,
  clock,
  random,
}: {
  readonly shortLived: Pick<ShortLived, "open">;
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
}): ChatTokens {
  const entries = shortLived.open({
    name: "chat-token",
    schema: z.object({ sessionId: z.string(), userId: z.number() }),
    most: 20_000,
    maxChars: 200,
  });
  return {
    issue: async ({ sessionId, userId }) => {
      const token = newToken(random);
      const expiresAt = clock.now() + CHAT_TOKEN_SECONDS * 1_000;
      await entries.change(tokenDigest(token), () => ({ value: { sessionId, userId }, expiresAt }));
      return token;
    },
    take: (token) => entries.take(tokenDigest(token)),
  };
}
