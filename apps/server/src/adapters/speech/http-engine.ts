import type * as z from "zod/mini";
import { withDeadline } from "../../kernel/concurrency/deadline.ts";
import { SpeechRefusal } from "../../modules/speech/index.ts";

/** Statuses of a final refusal. */
const NEVER = new Set([400, 413, 415, 422]);

/** Limit in bytes; the text of an hour of speech is a tenth of it. */
const LONGEST_ANSWER = 1_000_000;

export interface EngineRequest<Answer> {
  readonly url: string;
  readonly body: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: z.ZodMiniType<Answer>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The reason to report when the engine refuses the body. */
  readonly refusal: SpeechRefusal["reason"];
}

/**
 * Sends a request to an engine on another server.
 * @throws SpeechRefusal for a final refusal; another error when a later try may succeed
 */
export async function askEngine<Answer>(request: EngineRequest<Answer>): Promise<Answer> {
  const { timeoutMs: limitMs, signal } = request;
  return await withDeadline({ limitMs, signal }, (stop) => ask(request, stop));
}

async function ask<Answer>(request: EngineRequest<Answer>, signal: AbortSignal): Promise<Answer> {
  const { url, body, headers = {} } = request;
  const answer = await fetch(url, { method: "POST", body, headers, redirect: "error", signal });
  if (!answer.ok) {
    await answer.body?.cancel();
    if (NEVER.has(answer.status)) throw new SpeechRefusal(request.refusal, `the engine answered ${answer.status}`);
    throw new Error(`the engine answered ${answer.status}`);
  }
  const said: unknown = JSON.parse(await textOf(answer.body));
  return request.answer.parse(said);
}

/** @throws when the response is longer than any valid one; the rest of it is not read */
async function textOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const chunk = await reader?.read();
    if (chunk?.value === undefined) return Buffer.concat(chunks).toString();
    length += chunk.value.length;
    chunks.push(chunk.value);
    if (length <= LONGEST_ANSWER) continue;
    await reader?.cancel();
    throw new Error("the engine's response is too long");
  }
}
