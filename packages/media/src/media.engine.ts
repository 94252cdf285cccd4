import { availableParallelism, networkInterfaces } from "node:os";
import { MessageChannel } from "node:worker_threads";
import { summarizeDescription } from "./description/description-summary.ts";
import { createEnginePort } from "./engine/engine-port.ts";
import type { EnginePort } from "./engine/engine-port.ts";
import { createEngineRoom } from "./engine/engine-room.ts";
import type { EngineRoom } from "./engine/engine-room.ts";
import { startClipMaker, startWorkerThread } from "./engine/worker-thread.ts";
import type { WorkerThread } from "./engine/worker-thread.ts";
import { MediaError } from "./media.port.ts";
import type { MediaEngine, MediaVoice } from "./media.port.ts";
import type { WorkerSettings } from "./media.protocol.ts";
import type { ClipLibrary } from "./prompt/clip.ts";

export interface MediaEngineOptions {
  /** The URL of the bundled `media.worker.ts`. */
  readonly workerUrl: URL;
  /** Number of worker threads; default: one less than the machine has cores. */
  readonly workerCount?: number;
  /** The numeric address offered in ICE. Behind a one-to-one NAT it is the public address. */
  readonly mediaAddress: string;
  /** Also offers the machine's other current addresses when a port is opened. For a `mediaAddress` on loopback. */
  readonly offersOwnAddresses?: boolean;
  /** First and last port for media; one per worker, which are no more than there are ports. Default: the system chooses. */
  readonly portRange?: readonly [number, number];
  /** Called when a media thread died. A worker is replaced, and its ports have emitted `failed`. */
  readonly onThreadLost?: (reason: string) => void;
  /** Called when so many datagrams within 10 s (1000 at least) belonged to no call: someone floods the port of a worker. */
  readonly onFlood?: (count: number) => void;
}

const SHORT_LIFE_MS = 5000; // a worker that dies sooner would immediately die again
const RESTART_DELAY_MS = 1000;

/** Starts the workers and returns immediately; ports may be opened before the workers have started. */
export function createMediaEngine(options: MediaEngineOptions): MediaEngine {
  const { workerUrl, mediaAddress, offersOwnAddresses = false, portRange, onThreadLost } = options;
  const workerCount = Math.min(
    options.workerCount ?? Math.max(1, availableParallelism() - 1),
    portRange === undefined ? Number.POSITIVE_INFINITY : portRange[1] - portRange[0] + 1,
  );
  const bindAddress = bindAddressOf(mediaAddress);
  const settings: WorkerSettings = { mediaAddress, bindAddress, offersOwnAddresses, portRange, workers: workerCount };
  const ports = new Map<string, EnginePort>();
  const rooms = new Map<string, EngineRoom>();
  const threads = new Map<number, WorkerThread>();
  const restarts = new Set<NodeJS.Timeout>();
  let library: ClipLibrary | undefined;
  let nextPort = 1;
  let closed = false;

  const start = (index: number): void => {
    const startedAt = performance.now();
    const thread = startWorkerThread({
      url: workerUrl,
      index,
      settings,
      onEvent: (port, event) => ports.get(port)?.take(event),
      onVideoEvent: (room, event) => rooms.get(room)?.take(event),
      onFlood: (count) => options.onFlood?.(count),
      onEnded: (reason) => {
        if (!closed) replace(thread, reason, performance.now() - startedAt);
      },
    });
    if (library !== undefined) thread.post({ kind: "clips", library });
    for (const other of threads.values()) {
      if (other.index === index) continue;
      const { port1, port2 } = new MessageChannel();
      thread.post({ kind: "link", worker: other.index, channel: port1 }, [port1]);
      other.post({ kind: "link", worker: index, channel: port2 }, [port2]);
    }
    threads.set(index, thread);
  };

  const replace = (lost: WorkerThread, reason: string, livedMs: number): void => {
    threads.delete(lost.index);
    if (livedMs >= SHORT_LIFE_MS) start(lost.index);
    else restarts.add(setTimeout(() => start(lost.index), RESTART_DELAY_MS));
    const what = `the media worker stopped: ${reason}`;
    for (const port of ports.values()) if (port.thread === lost) port.take({ kind: "failed", reason: what });
    for (const room of rooms.values()) if (room.thread === lost) room.take({ kind: "lost", reason: what });
    onThreadLost?.(reason);
  };

  const leastBusy = (): WorkerThread | undefined => {
    const load = new Map<WorkerThread, number>();
    for (const { thread } of ports.values()) load.set(thread, (load.get(thread) ?? 0) + 1);
    for (const room of rooms.values()) load.set(room.thread, (load.get(room.thread) ?? 0) + room.load);
    return [...threads.values()].toSorted((a, b) => (load.get(a) ?? 0) - (load.get(b) ?? 0))[0];
  };

  /** A worker, and the id of what is opened there. */
  const place = (near?: MediaVoice): { readonly thread: WorkerThread; readonly id: string } => {
    const thread = (near === undefined ? undefined : ports.get(near.id)?.thread) ?? leastBusy();
    if (closed) throw new MediaError("closed", "the media engine is closed");
    if (thread === undefined) throw new MediaError("worker-lost", "no media worker is running");
    const id = String(nextPort);
    nextPort += 1;
    return { thread, id };
  };

  /** Of a port, or of a voice in a video room, whose id begins with the room's. */
  const threadOf = (voice: string): WorkerThread | undefined =>
    ports.get(voice)?.thread ?? rooms.get(voice.split("/", 1)[0] ?? "")?.thread;

  const open = (near: MediaVoice | undefined, inner: boolean): EnginePort => {
    const { thread, id } = place(near);
    const port = createEnginePort({ id, thread, threadOf, onClosed: () => ports.delete(id) });
    ports.set(id, port);
    thread.post({ kind: "open", port: id, ...(inner ? { inner } : {}) });
    return port;
  };

  const openRoom = (): EngineRoom => {
    const { thread, id } = place();
    const room = createEngineRoom({ id, thread, threadOf, onClosed: () => rooms.delete(id) });
    rooms.set(id, room);
    return room;
  };

  for (let index = 0; index < workerCount; index += 1) start(index);
  const clipMaker = startClipMaker(
    workerUrl,
    (made) => {
      library = made;
      for (const thread of threads.values()) thread.post({ kind: "clips", library: made });
    },
    (reason) => onThreadLost?.(`no prompts: ${reason}`),
  );

  return {
    open: ({ near } = {}) => open(near, false).port,
    openInner: ({ near } = {}) => open(near, true).inner,
    openVideoRoom: () => openRoom().port,
    summarize: summarizeDescription,
    get openPortCount() {
      return ports.size + rooms.size;
    },
    close: async () => {
      closed = true;
      for (const restart of restarts) clearTimeout(restart);
      for (const { port } of [...ports.values(), ...rooms.values()]) port.close();
      await Promise.all([clipMaker.stop(), ...[...threads.values()].map((thread) => thread.stop())]);
    },
  };
}

/** The offered address if the machine has it, otherwise all addresses: behind a NAT the offered address is not local. */
function bindAddressOf(mediaAddress: string): string {
  const local = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  if (local.some(({ address }) => address === mediaAddress)) return mediaAddress;
  return mediaAddress.includes(":") ? "::" : "0.0.0.0";
}
