import type * as z from "zod/mini";
import { withDeadline } from "../../kernel/deadline.ts";
import { SpeechRefusal } from "../../modules/speech/index.ts";

/** Bodies that will be refused again however often they are sent. */
const NEVER = new Set([400, 413, 415, 422]);

/** Bytes; what was said in an hour is a tenth of it. */
const LONGEST_ANSWER = 1_000_000;

export interface EngineRequest<Answer> {
  readonly url: string;
  readonly body: FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer: z.ZodMiniType<Answer>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** What is wrong when the engine will not have the body. */
  readonly refusal: SpeechRefusal["reason"];
}

/**
 * Asks an engine on another server.
 * @throws SpeechRefusal when it will not have what it is sent; another error when it may later
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

/** @throws when it is longer than any true answer; the rest of it is not read */
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
    throw new Error("the engine answered too much");
  }
}
