import { Worker } from "node:worker_threads";
import type { Clock } from "../../kernel/clock.ts";
import type { TextAnalysis } from "../../modules/speech/index.ts";
import { baseLanguage } from "./language-tag.ts";
import type { AnalysisReply, AnalysisRequest } from "./text-analysis.protocol.ts";

export interface TextAnalystDeps {
  /** URL of the built text-analysis.worker. */
  readonly workerUrl: URL;
  readonly clock: Clock;
}

/** After this idle time the thread ends and frees its model (about 50 MB). */
const IDLE_MS = 60_000;
/** Limit; a text normally takes milliseconds. */
const ANALYSE_MS = 30_000;

interface Waiting {
  readonly resolve: (reply: AnalysisReply) => void;
  readonly reject: (error: Error) => void;
}

/** Summary and category of English texts by wink-nlp, in a thread that starts with the first text and ends when idle. */
export function createTextAnalyst({ workerUrl, clock }: TextAnalystDeps): {
  readonly analysis: TextAnalysis;
  stop(): Promise<void>;
} {
  let thread: Worker | undefined;
  let cancelIdle = (): void => undefined;
  let nextId = 1;
  let stopped = false;
  const waiting = new Map<number, Waiting>();

  const endThread = async (reason: string): Promise<void> => {
    cancelIdle();
    const ended = thread;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
    await ended?.terminate();
  };
  const startThread = (): Worker => {
    const started = new Worker(workerUrl);
    started.on("message", (reply: AnalysisReply) => waiting.get(reply.id)?.resolve(reply));
    const lost = (reason: string): void => {
      if (thread === started) void endThread(`the thread that reads texts was lost: ${reason}`);
    };
    started.on("error", (error) => lost(error instanceof Error ? error.message : String(error)));
    started.on("exit", (code) => lost(`it ended with ${code}`));
    return started;
  };
  const ask = async (work: AnalysisRequest["work"], text: string, signal?: AbortSignal): Promise<AnalysisReply> => {
    signal?.throwIfAborted();
    if (stopped) throw new Error("text analysis has stopped");
    cancelIdle();
    const asked = (thread ??= startThread());
    const id = nextId;
    nextId += 1;
    const cancelLate = clock.setTimeout(() => void endThread("a text took too long to read"), ANALYSE_MS);
    let onAbort = (): void => undefined;
    try {
      return await new Promise<AnalysisReply>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        onAbort = () => reject(new Error("the request was aborted", { cause: signal?.reason }));
        signal?.addEventListener("abort", onAbort);
        asked.postMessage({ id, work, text } satisfies AnalysisRequest);
      });
    } finally {
      cancelLate();
      signal?.removeEventListener("abort", onAbort);
      waiting.delete(id);
      if (waiting.size === 0 && thread !== undefined) {
        cancelIdle();
        cancelIdle = clock.setTimeout(() => void endThread("it was idle"), IDLE_MS);
      }
    }
  };

  return {
    analysis: {
      engine: "wink-nlp",
      understands: (language) => baseLanguage(language) === "en",
      summarize: async (text, { signal }) => {
        const reply = await ask("summarize", text, signal);
        if (reply.work !== "summarize") throw new Error("the thread sent the result of another request");
        return reply.summary;
      },
      categorize: async (text, { signal }) => {
        const reply = await ask("categorize", text, signal);
        if (reply.work !== "categorize") throw new Error("the thread sent the result of another request");
        return reply.categorized;
      },
    },
    stop: async () => {
      stopped = true;
      await endThread("the server stops");
    },
  };
}
