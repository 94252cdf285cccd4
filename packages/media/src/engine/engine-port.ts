import { MediaError } from "../media.port.ts";
import type {
  InnerPort,
  MediaEvent,
  MediaPort,
  MediaRecording,
  MediaSource,
  MixGains,
  RecordedSides,
  RecordedSound,
} from "../media.port.ts";
import type { PortReply, PortRequest, WireSource } from "../media.protocol.ts";
import type { WorkerThread } from "./worker-thread.ts";

/** A media port inside the engine: the caller's interface, and the input for its events. */
export interface EnginePort {
  readonly port: MediaPort;
  /** The same port, for its caller if it has no far end. */
  readonly inner: InnerPort;
  readonly thread: WorkerThread;
  take(event: MediaEvent): void;
}

export interface EnginePortOptions {
  readonly id: string;
  readonly thread: WorkerThread;
  /** The thread of another open port. */
  readonly threadOf: (port: string) => WorkerThread | undefined;
  /** Called once, when the port is closed or failed. */
  readonly onClosed: () => void;
}

export function createEnginePort({ id, thread, threadOf, onClosed }: EnginePortOptions): EnginePort {
  const listeners = new Set<(event: MediaEvent) => void>();
  let open = true;
  let talking = false;

  const request = async <Kind extends PortRequest["kind"]>(
    asked: Extract<PortRequest, { kind: Kind }>,
    isExpected: (reply: PortReply) => reply is Extract<PortReply, { kind: Kind }>,
  ): Promise<Extract<PortReply, { kind: Kind }>> => {
    if (!open) throw new MediaError("closed", "the media port is closed");
    const reply = await thread.request(id, asked);
    if (isExpected(reply)) return reply;
    if (reply.kind === "refused") throw new MediaError(reply.reason, reply.message);
    throw new MediaError("worker-lost", `the media worker answered ${asked.kind} with ${reply.kind}`);
  };

  const end = (): void => {
    open = false;
    onClosed();
  };

  const record = (path: string, sides: RecordedSides): MediaRecording => {
    let isOver = false;
    const ended = request({ kind: "record", path, sides }, (got) => got.kind === "record").then(
      ({ recorded }) => recorded,
      (error: unknown) => nothingRecorded(error),
    );
    void ended.then(() => {
      isOver = true;
    });
    return {
      ended,
      pause: (paused) => {
        if (!isOver) thread.post({ kind: "pauseRecording", port: id, paused });
      },
      stop: (keepMs) => {
        if (!isOver) thread.post({ kind: "stopRecording", port: id, ...(keepMs === undefined ? {} : { keepMs }) });
      },
    };
  };

  const hear = (source: MediaSource): void => {
    if (open) thread.post({ kind: "hear", port: id, source: wireSource(source, threadOf) });
  };

  const subscribe = (listener: (event: MediaEvent) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  const close = (): void => {
    if (!open) return;
    end();
    listeners.clear();
    thread.post({ kind: "close", port: id });
  };

  const port: MediaPort = {
    id,
    hear,
    subscribe,
    close,
    answer: async ({ offer, codecs, early }) => {
      const reply = await request({ kind: "answer", offer, codecs, early }, (got) => got.kind === "answer");
      return { sdp: reply.sdp, codec: reply.codec, direction: reply.direction };
    },
    offer: async ({ codecs, restartIce = false }) => {
      const reply = await request({ kind: "offer", codecs, restartIce }, (got) => got.kind === "offer");
      return { sdp: reply.sdp };
    },
    accept: async ({ answer, early }) => {
      const reply = await request({ kind: "accept", answer, early }, (got) => got.kind === "accept");
      return { codec: reply.codec, direction: reply.direction };
    },
    sendDigit: (digit, durationMs) => {
      if (open) thread.post({ kind: "sendDigit", port: id, digit, durationMs });
    },
    stats: async () => (await request({ kind: "stats" }, (got) => got.kind === "stats")).stats,
    record: ({ path, sides = "both" }) => record(path, sides),
  };
  const inner: InnerPort = {
    id,
    hear,
    subscribe,
    close,
    say: (source) => {
      if (open) thread.post({ kind: "say", port: id, source: wireSource(source, threadOf) });
    },
    record: ({ path }) => record(path, "heard"),
  };

  return {
    port,
    inner,
    thread,
    take: (event) => {
      if (!open) return;
      if (event.kind === "talking") {
        if (event.talking === talking) return; // every worker that mixes the party sends it
        ({ talking } = event);
      }
      if (event.kind === "failed") end();
      for (const listener of listeners) listener(event);
      if (event.kind === "failed") listeners.clear();
    },
  };
}

/** The file may have content even if the worker died: its owner must measure it. */
function nothingRecorded(error: unknown): RecordedSound {
  return { durationMs: 0, bytes: 0, marks: [], failure: error instanceof Error ? error.message : String(error) };
}

/** In decibels. */
const gainOf = (id: string, gains: MixGains | undefined): number => (gains?.all ?? 0) + (gains?.of?.get(id) ?? 0);

/** A peer that is already closed is heard as silence. */
function wireSource(source: MediaSource, threadOf: (port: string) => WorkerThread | undefined): WireSource {
  if (source.kind === "mix") {
    const parties = source.ports.flatMap(({ id }) => {
      const thread = threadOf(id);
      const gain = gainOf(id, source.gains);
      if (thread === undefined) return [];
      return [{ id, worker: thread.index, ...(gain === 0 ? {} : { factor: 10 ** (gain / 20) }) }];
    });
    return { kind: "mix", parties };
  }
  if (source.kind !== "peer") return source;
  const thread = threadOf(source.port.id);
  return thread === undefined ? { kind: "none" } : { kind: "peer", port: source.port.id, worker: thread.index };
}
