import { networkInterfaces } from "node:os";
import { performance } from "node:perf_hooks";
import { createDtlsCertificate } from "../dtls/certificate.ts";
import { MediaError } from "../media.port.ts";
import type { AudioCodec, Prompt } from "../media.port.ts";
import type {
  FromWorker,
  JoinRequest,
  PortReply,
  PortRequest,
  RecordRequest,
  ToWorker,
  WorkerSettings,
} from "../media.protocol.ts";
import { createMixer } from "../mix/mixer.ts";
import { readClipLibrary } from "../prompt/clip.ts";
import type { Clip } from "../prompt/clip.ts";
import type { Endpoint } from "./endpoint.ts";
import { mediaAddresses, readSometimes } from "./media-addresses.ts";
import { epochNow, openInnerSlot, openSlot, startTimeout } from "./slot.ts";
import type { Slot, SlotParts } from "./slot.ts";
import { createSwitchboard } from "./switchboard.ts";
import { createTicker } from "./ticker.ts";
import { createVideoRooms } from "./video/video-rooms.ts";
import { createWorkerSocket } from "./worker-socket.ts";

/** All endpoints of one worker, controlled by messages. */
export interface MediaHost {
  receive(message: ToWorker): void;
}

export interface MediaHostOptions {
  /** The index of this worker. */
  readonly worker: number;
  readonly settings: WorkerSettings;
  readonly post: (message: FromWorker) => void;
  /** Everything is closed; the thread may end. */
  readonly onShutdown: () => void;
}

export function createMediaHost({ worker, settings, post, onShutdown }: MediaHostOptions): MediaHost {
  const certificate = createDtlsCertificate(Date.now());
  const interfaces = readSometimes(networkInterfaces, () => performance.now());
  const socket = createWorkerSocket({
    addresses: () => mediaAddresses(settings, settings.offersOwnAddresses ? interfaces() : {}),
    ports: { worker, workers: settings.workers, range: settings.portRange },
    setTimeout: startTimeout,
    now: () => performance.now(),
    onFlood: (count) => post({ kind: "flood", count }),
  });
  const switchboard = createSwitchboard({ worker });
  const ticker = createTicker({ now: () => performance.now(), setTimeout: startTimeout });
  const mixer = createMixer({
    switchboard,
    everyBeat: ticker.subscribe,
    silence: (codec) => clips(codec, SILENCE)?.frames[0],
    onTalking: (port, talking) => post({ kind: "event", port, event: { kind: "talking", talking } }),
  });
  const slots = new Map<string, Promise<Slot | undefined>>();
  const shared = { socket, certificate, ticker, switchboard };
  const videos = createVideoRooms({
    ...shared,
    now: epochNow,
    setTimeout: startTimeout,
    emit: (room, event) => post({ kind: "videoEvent", room, event }),
  });
  const recordings = new Set<Promise<void>>();
  let clips: (codec: AudioCodec, prompt: Prompt) => Clip | undefined = () => undefined;

  const slotParts: SlotParts = {
    ...shared,
    worker,
    mixer,
    clip: (codec, prompt) => clips(codec, prompt),
    emit: (port, event) => post({ kind: "event", port, event }),
  };

  const openOrFail = (port: string): Promise<Slot | undefined> =>
    openSlot(port, { ...slotParts, failed: () => slots.delete(port) }).catch((error: unknown) => {
      slots.delete(port);
      post({ kind: "event", port, event: { kind: "failed", reason: reasonOf(error) } });
      return undefined;
    });

  const open = (port: string, inner: boolean): void => {
    slots.set(port, inner ? Promise.resolve(openInnerSlot(port, slotParts)) : openOrFail(port));
  };

  /** Runs `act` in order of arrival, after the worker's port is bound. */
  const withSlot = (port: string, act: (slot: Slot | undefined) => void): void => {
    void (slots.get(port) ?? Promise.resolve(undefined)).then(act);
  };

  const answer = (id: number, reply: PortReply): void => post({ kind: "reply", id, reply });

  const record = async (slot: Slot | undefined, id: number, request: RecordRequest): Promise<void> => {
    if (slot === undefined) return answer(id, CLOSED);
    try {
      answer(id, { kind: "record", recorded: await slot.endpoint.record(request) });
    } catch (error) {
      answer(id, refusalOf(error));
    }
  };

  const join = (room: string, id: number, request: JoinRequest): void => {
    videos.join(room, request).then(
      (sdp) => answer(id, { kind: "join", answer: sdp }),
      (error: unknown) => answer(id, refusalOf(error)),
    );
  };

  const take = (slot: Slot | undefined, id: number, request: Exclude<PortRequest, JoinRequest>): void => {
    if (request.kind !== "record") return answer(id, answerRequest(slot?.far, request));
    const recording = record(slot, id, request).finally(() => recordings.delete(recording));
    recordings.add(recording);
  };

  const request = ({ id, port, request: asked }: Extract<ToWorker, { kind: "request" }>): void => {
    if (asked.kind === "join") return join(port, id, asked);
    withSlot(port, (slot) => take(slot, id, asked));
  };

  const shutdown = async (): Promise<void> => {
    const all = await Promise.all(slots.values());
    slots.clear();
    for (const slot of all) slot?.close();
    videos.close();
    await Promise.all(recordings);
    socket.close();
    mixer.close();
    switchboard.close();
    ticker.stop();
    onShutdown();
  };

  return {
    receive: (message) => {
      switch (message.kind) {
        case "open":
          return open(message.port, message.inner === true);
        case "request":
          return request(message);
        case "hear":
          return withSlot(message.port, (slot) => slot?.endpoint.hear(message.source));
        case "sendDigit":
          return withSlot(message.port, (slot) => slot?.far?.sendDigit(message.digit, message.durationMs));
        case "say":
          return withSlot(message.port, (slot) => slot?.inner?.say(message.source));
        case "pauseRecording":
          return withSlot(message.port, (slot) => slot?.endpoint.pauseRecording(message.paused));
        case "stopRecording":
          return withSlot(message.port, (slot) => slot?.endpoint.stopRecording(message.keepMs));
        case "close":
          withSlot(message.port, (slot) => void slot?.closeDrained());
          slots.delete(message.port);
          return;
        case "video":
          return videos.take(message.room, message.order);
        case "clips":
          clips = readClipLibrary(message.library);
          return;
        case "link":
          return switchboard.link(message.worker, message.channel);
        case "shutdown":
          void shutdown();
      }
    },
  };
}

const CLOSED: PortReply = { kind: "refused", reason: "closed", message: "the media port is closed" };

function answerRequest(endpoint: Endpoint | undefined, request: Parameters<Endpoint["handle"]>[0]): PortReply {
  if (endpoint === undefined) return CLOSED;
  try {
    return endpoint.handle(request);
  } catch (error) {
    // An error of ours with one description must not end all other calls of this worker.
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): PortReply {
  const reason = error instanceof MediaError ? error.reason : "unusable-description";
  return { kind: "refused", reason, message: reasonOf(error) };
}

const SILENCE: Prompt = { kind: "silence" };

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
