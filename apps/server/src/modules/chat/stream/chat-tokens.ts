import { CHAT_TOKEN_SECONDS } from "@callpanel/contract";
import * as z from "zod/mini";
import {
  createOneTimeTokens,
  type OneTimeTokens,
  type OneTimeTokensDeps,
} from "../../../kernel/short-lived/one-time-tokens.ts";

const sessionSchema = z.object({ sessionId: z.string(), userId: z.number() });
/** The session in which a token was asked for; a connection ends with it. */
export type ChatSession = Readonly<z.infer<typeof sessionSchema>>;
export type ChatTokens = OneTimeTokens<ChatSession>;

/** CHAT-31: tokens for one connection each, to be used within a minute. */
export const createChatTokens = (deps: OneTimeTokensDeps): ChatTokens =>
  createOneTimeTokens(deps, {
    name: "chat-token",
    schema: sessionSchema,
    maxChars: 200,
    validMs: CHAT_TOKEN_SECONDS * 1_000,
  });
