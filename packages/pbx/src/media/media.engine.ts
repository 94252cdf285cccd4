import { availableParallelism, networkInterfaces } from "node:os";
import { MessageChannel, Worker } from "node:worker_threads";
import { summarizeDescription } from "./description/description-summary.ts";
import { MediaError } from "./media.port.ts";
import type { MediaEngine, MediaEvent, MediaPort } from "./media.port.ts";
import type {
  FromWorker,
  PortReply,
  PortRequest,
  ToWorker,
  WireSource,
  WorkerSettings,
  WorkerStart,
} from "./media.protocol.ts";

export interface MediaEngineOptions {
  /** The bundled `media.worker.ts`. */
  readonly workerUrl: URL;
  /** Worker threads; one less than the machine has cores unless told. */
  readonly workerCount?: number;
  /** The numeric address offered in ICE. Behind a one-to-one NAT that is the public one. */
  readonly mediaAddress: string;
  /** First and last UDP port that media may use; the system chooses unless told. */
  readonly portRange?: readonly [number, number];
  /** Told when a worker died and was replaced; its ports have emitted `failed`. */
  readonly onWorkerLost?: (reason: string) => void;
}

/** Starts the workers and returns the engine at once; ports may be opened before the workers are up. */
export function createMediaEngine(options: MediaEngineOptions): MediaEngine {
  const workerCount = options.workerCount ?? Math.max(1, availableParallelism() - 1);
  const settings: WorkerSettings = {
    mediaAddress: options.mediaAddress,
    bindAddress: bindAddressOf(options.mediaAddress),
    portRange: options.portRange,
  };
  const ports = new Map<string, EnginePort>();
  const workers: MediaWorker[] = [];
  let nextPort = 1;
  let closed = false;

  const start = (index: number): MediaWorker => {
    const worker = startMediaWorker({
      url: options.workerUrl,
      index,
      settings,
      onEvent: (port, event) => ports.get(port)?.take(event),
      onLost: (reason) => {
        if (closed) return;
        for (const port of ports.values()) {
          if (port.worker === worker) port.take({ kind: "failed", reason: `the media worker stopped: ${reason}` });
        }
        workers[index] = start(index);
        options.onWorkerLost?.(reason);
      },
    });
    for (const other of workers) {
      if (other === undefined || other.index === index) continue;
      const { port1, port2 } = new MessageChannel();
      worker.post({ kind: "link", worker: other.index, channel: port1 }, [port1]);
      other.post({ kind: "link", worker: index, channel: port2 }, [port2]);
    }
    return worker;
  };
  for (let index = 0; index < workerCount; index += 1) workers.push(start(index));

  const leastBusy = (): MediaWorker | undefined => {
    const load = (worker: MediaWorker): number => [...ports.values()].filter((port) => port.worker === worker).length;
    return workers.toSorted((a, b) => load(a) - load(b))[0];
  };

  return {
    open: ({ near } = {}) => {
      const beside = near === undefined ? undefined : ports.get(near.id)?.worker;
      const worker = beside ?? leastBusy();
      if (worker === undefined || closed) throw new MediaError("closed", "the media engine is closed");
      const id = String(nextPort);
      nextPort += 1;
      const port = createEnginePort({
        id,
        worker,
        workerOf: (other) => ports.get(other)?.worker,
        onClosed: () => ports.delete(id),
      });
      ports.set(id, port);
      worker.post({ kind: "open", port: id });
      return port.port;
    },
    summarize: summarizeDescription,
    get openPortCount() {
      return ports.size;
    },
    close: async () => {
      closed = true;
      for (const port of ports.values()) port.port.close();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

interface EnginePort {
  readonly port: MediaPort;
  readonly worker: MediaWorker;
  take(event: MediaEvent): void;
}

interface EnginePortOptions {
  readonly id: string;
  readonly worker: MediaWorker;
  readonly workerOf: (port: string) => MediaWorker | undefined;
  readonly onClosed: () => void;
}

function createEnginePort({ id, worker, workerOf, onClosed }: EnginePortOptions): EnginePort {
  const listeners = new Set<(event: MediaEvent) => void>();
  let open = true;

  const request = async <Kind extends PortRequest["kind"]>(
    part: Extract<PortRequest, { kind: Kind }>,
    isExpected: (reply: PortReply) => reply is Extract<PortReply, { kind: Kind }>,
  ): Promise<Extract<PortReply, { kind: Kind }>> => {
    if (!open) throw new MediaError("closed", "the media port is closed");
    const reply = await worker.request(id, part);
    if (isExpected(reply)) return reply;
    if (reply.kind === "refused") throw new MediaError(reply.reason, reply.message);
    throw new MediaError("worker-lost", `the media worker answered ${part.kind} with ${reply.kind}`);
  };
  const end = (): void => {
    open = false;
    onClosed();
  };

  const port: MediaPort = {
    id,
    answer: async ({ offer, codecs }) => {
      const { sdp, codec, direction } = await request(
        { kind: "answer", offer, codecs },
        (reply) => reply.kind === "answer",
      );
      return { sdp, codec, direction };
    },
    offer: async ({ codecs, restartIce = false }) => {
      const { sdp } = await request({ kind: "offer", codecs, restartIce }, (reply) => reply.kind === "offer");
      return { sdp };
    },
    accept: async ({ answer }) => {
      const { codec, direction } = await request({ kind: "accept", answer }, (reply) => reply.kind === "accept");
      return { codec, direction };
    },
    hear: (source) => {
      if (open) worker.post({ kind: "hear", port: id, source: wireSource(source, workerOf) });
    },
    sendDigit: (digit, durationMs) => {
      if (open) worker.post({ kind: "sendDigit", port: id, digit, durationMs });
    },
    stats: async () => (await request({ kind: "stats" }, (reply) => reply.kind === "stats")).stats,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      if (!open) return;
      end();
      worker.post({ kind: "close", port: id });
      listeners.clear();
    },
  };

  return {
    port,
    worker,
    take: (event) => {
      if (!open) return;
      if (event.kind === "failed") end();
      for (const listener of listeners) listener(event);
      if (event.kind === "failed") listeners.clear();
    },
  };
}

/** A peer that is closed already is silence. */
function wireSource(
  source: Parameters<MediaPort["hear"]>[0],
  workerOf: (port: string) => MediaWorker | undefined,
): WireSource {
  if (source.kind !== "peer") return source;
  const worker = workerOf(source.port.id);
  return worker === undefined ? { kind: "none" } : { kind: "peer", port: source.port.id, worker: worker.index };
}

interface MediaWorker {
  readonly index: number;
  post(message: ToWorker, transfer?: readonly MessageChannel["port1"][]): void;
  /** Rejects with `worker-lost` when the worker dies first. */
  request(port: string, request: PortRequest): Promise<PortReply>;
  stop(): Promise<void>;
}

interface MediaWorkerOptions {
  readonly url: URL;
  readonly index: number;
  readonly settings: WorkerSettings;
  readonly onEvent: (port: string, event: MediaEvent) => void;
  readonly onLost: (reason: string) => void;
}

function startMediaWorker({ url, index, settings, onEvent, onLost }: MediaWorkerOptions): MediaWorker {
  const thread = new Worker(url);
  thread.postMessage({ worker: index, settings } satisfies WorkerStart);
  const pending = new Map<number, { resolve: (reply: PortReply) => void; reject: (error: MediaError) => void }>();
  let nextRequest = 1;
  let cause = "exit";
  const exited = new Promise<void>((resolve) => {
    thread.once("exit", () => {
      for (const { reject } of pending.values()) reject(new MediaError("worker-lost", "the media worker stopped"));
      pending.clear();
      resolve();
      onLost(cause);
    });
  });
  thread.on("error", (error) => {
    cause = error instanceof Error ? error.message : String(error);
  });
  thread.on("message", (message: FromWorker) => {
    if (message.kind === "event") return onEvent(message.port, message.event);
    pending.get(message.id)?.resolve(message.reply);
    pending.delete(message.id);
  });

  const post: MediaWorker["post"] = (message, transfer = []) => thread.postMessage(message, [...transfer]);
  return {
    index,
    post,
    request: (port, request) =>
      new Promise((resolve, reject) => {
        const id = nextRequest;
        nextRequest += 1;
        pending.set(id, { resolve, reject });
        post({ kind: "request", id, port, request });
      }),
    stop: async () => {
      post({ kind: "shutdown" });
      await exited;
    },
  };
}

/** Our own address when the machine has it, else every address: behind a NAT the offered one is not local. */
function bindAddressOf(mediaAddress: string): string {
  const local = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  if (local.some(({ address }) => address === mediaAddress)) return mediaAddress;
  return mediaAddress.includes(":") ? "::" : "0.0.0.0";
}
