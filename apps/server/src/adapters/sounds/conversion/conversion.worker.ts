import { parentPort } from "node:worker_threads";
import { convertFile, type FileConversion } from "./convert-file.ts";
import { SoundFault, type FaultKind } from "./pcm.ts";

/** The result of a conversion; `code` is the operating system's error code, e.g. of a full disk. */
export type ConversionAnswer =
  | { readonly kind: "done"; readonly durationMs: number }
  | { readonly kind: "fault"; readonly fault: FaultKind }
  | { readonly kind: "failed"; readonly reason: string; readonly code: string | undefined };

/** Entry of the thread that converts sounds, one after the other. Started by `createSoundConverter`, bundled separately. */
const port = parentPort;
if (port === null) throw new Error("conversion.worker runs as a worker thread only");

port.on("message", (order: FileConversion) => {
  convertFile(order).then(
    ({ durationMs }) => port.postMessage({ kind: "done", durationMs } satisfies ConversionAnswer),
    (error: unknown) => port.postMessage(answerOf(error)),
  );
});

function answerOf(error: unknown): ConversionAnswer {
  if (error instanceof SoundFault) return { kind: "fault", fault: error.kind };
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { kind: "failed", reason: error instanceof Error ? error.message : String(error), code };
}
