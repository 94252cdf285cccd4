import { rm } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { AppError } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { FullError, type Conversion, type ConvertSound } from "../../modules/sounds/index.ts";
import type { ConversionAnswer } from "./conversion/conversion.worker.ts";
import type { FileConversion } from "./conversion/convert-file.ts";

export interface SoundConverterOptions {
  /** URL of the bundled `conversion.worker.ts`. */
  readonly workerUrl: URL;
  readonly clock: Clock;
}

/** An hour of sound takes about one minute. */
const MOST_MS = 300_000;
/** Limit of waiting conversions. */
const QUEUE = 100;
/** An idle thread ends, to free its memory. */
const IDLE_MS = 30_000;
const HEAP_MB = 128;
const MS_A_MINUTE = 60_000;

/**
 * Converts sounds in a separate thread, one after the other. The thread starts with the first one and ends when it is
 * idle.
 */
export function createSoundConverter({ workerUrl, clock }: SoundConverterOptions): {
  readonly convert: ConvertSound;
  /** Aborts the current conversion. */
  stop(): Promise<void>;
} {
  let thread: Worker | undefined;
  let cancelIdle = (): void => undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let serial = 1;
  let stopped = false;

  const end = async (): Promise<void> => {
    const ending = thread;
    thread = undefined;
    cancelIdle();
    await ending?.terminate();
  };

  const started = (): Worker => {
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    // Later errors of a thread that was given up are ignored.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (thread === worker) thread = undefined;
    });
    return worker;
  };

  const answerTo = ({ signal, ...order }: Conversion): Promise<ConversionAnswer> =>
    new Promise((resolve, reject) => {
      const worker = (thread ??= started());
      const giveUp = (): void => void end();
      const cancelLimit = clock.setTimeout(giveUp, MOST_MS);
      const settle = (): void => {
        cancelLimit();
        signal?.removeEventListener("abort", giveUp);
        worker.off("message", answered).off("error", failed).off("exit", ended);
      };
      const answered = (answer: ConversionAnswer): void => {
        settle();
        resolve(answer);
      };
      const failed = (error: unknown): void => {
        settle();
        void end().then(() => reject(error));
      };
      const ended = (): void => {
        settle();
        reject(new AppError("sounds.busy"));
      };
      worker.on("message", answered).on("error", failed).on("exit", ended);
      signal?.addEventListener("abort", giveUp);
      worker.postMessage({ ...order, serial } satisfies FileConversion);
      serial += 1;
    });

  const run = async (order: Conversion) => {
    if (stopped || order.signal?.aborted === true) throw new AppError("sounds.busy");
    cancelIdle();
    try {
      const answer = await answerTo(order);
      if (answer.kind === "done") return { durationMs: answer.durationMs };
      if (answer.kind === "fault") throw faultOf(answer.fault, order);
      throw answer.code === "ENOSPC" || answer.code === "EDQUOT"
        ? new FullError(answer.reason)
        : new Error(`a sound could not be converted: ${answer.reason}`);
    } catch (error) {
      await rm(order.target, { force: true });
      throw error;
    } finally {
      cancelIdle = clock.setTimeout(() => void end(), IDLE_MS);
    }
  };

  return {
    convert: async (order) => {
      if (waiting >= QUEUE) throw new AppError("sounds.busy");
      waiting += 1;
      const turn = last.then(() => run(order));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
    stop: async () => {
      stopped = true;
      await end();
      await last;
      cancelIdle();
    },
  };
}

function faultOf(
  fault: Extract<ConversionAnswer, { kind: "fault" }>["fault"],
  { accepts, mostMs }: Conversion,
): AppError {
  if (fault === "kind") return new AppError("sounds.kind", { formats: accepts.join(", ").toUpperCase() });
  if (fault === "tooLong") return new AppError("sounds.tooLong", { minutes: Math.floor(mostMs / MS_A_MINUTE) });
  return new AppError(`sounds.${fault}`);
}
