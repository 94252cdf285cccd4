import { Worker } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { MediaError } from "../media.port.ts";
import type { MediaEvent } from "../media.port.ts";
import type { FromWorker, PortReply, PortRequest, ToWorker, WorkerSettings, WorkerStart } from "../media.protocol.ts";
import type { ClipLibrary } from "../prompt/clip.ts";
import type { VideoRoomEvent } from "../video.port.ts";
import { createOutbox } from "./outbox.ts";

/** The main thread's handle of one media worker. */
export interface WorkerThread {
  readonly index: number;
  post(message: ToWorker, transfer?: readonly MessagePort[]): void;
  /** Rejects with `worker-lost` when the thread ends before the reply. */
  request(port: string, request: PortRequest): Promise<PortReply>;
  /** Makes it close its ports and end. */
  stop(): Promise<void>;
}

export interface WorkerThreadOptions {
  readonly url: URL;
  readonly index: number;
  readonly settings: WorkerSettings;
  readonly onEvent: (port: string, event: MediaEvent) => void;
  readonly onVideoEvent: (room: string, event: VideoRoomEvent) => void;
  readonly onFlood: (count: number) => void;
  /** Called when the thread has ended, for any reason. */
  readonly onEnded: (reason: string) => void;
}

export function startWorkerThread({
  url,
  index,
  settings,
  onEvent,
  onVideoEvent,
  onFlood,
  onEnded,
}: WorkerThreadOptions): WorkerThread {
  const thread = new Worker(url);
  thread.postMessage({ role: "media", worker: index, settings } satisfies WorkerStart);
  const outbox = createOutbox<ToWorker>((messages, transfer) => thread.postMessage(messages, [...transfer]));
  const pending = new Map<number, { resolve: (reply: PortReply) => void; reject: (error: MediaError) => void }>();
  let nextRequest = 1;
  let ended = false;
  let reason = "it ended";

  thread.on("error", (error) => {
    reason = reasonOf(error);
  });
  const exit = new Promise<void>((resolve) => {
    thread.once("exit", () => {
      ended = true;
      for (const { reject } of pending.values()) reject(workerLost(reason));
      pending.clear();
      onEnded(reason);
      resolve();
    });
  });
  const take = (message: FromWorker): void => {
    if (message.kind === "event") return onEvent(message.port, message.event);
    if (message.kind === "videoEvent") return onVideoEvent(message.room, message.event);
    if (message.kind === "flood") return onFlood(message.count);
    pending.get(message.id)?.resolve(message.reply);
    pending.delete(message.id);
  };
  thread.on("message", (messages: readonly FromWorker[]) => messages.forEach(take));

  return {
    index,
    post: outbox.post,
    request: (port, request) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(workerLost(reason));
        const id = nextRequest;
        nextRequest += 1;
        pending.set(id, { resolve, reject });
        outbox.post({ kind: "request", id, port, request });
      }),
    stop: async () => {
      outbox.post({ kind: "shutdown" });
      await exit;
    },
  };
}

/** Makes the prompts in a separate thread, so that no call waits for it. `stop` aborts it. */
export function startClipMaker(
  url: URL,
  onMade: (library: ClipLibrary) => void,
  onFailed: (reason: string) => void,
): { stop(): Promise<void> } {
  const thread = new Worker(url);
  thread.postMessage({ role: "prompts" } satisfies WorkerStart);
  thread.once("message", (library: ClipLibrary) => onMade(library));
  thread.once("error", (error) => onFailed(reasonOf(error)));
  return {
    stop: async () => {
      await thread.terminate();
    },
  };
}

function workerLost(reason: string): MediaError {
  return new MediaError("worker-lost", `the media worker stopped: ${reason}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
