import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import type { DtlsCertificate } from "../dtls/certificate.ts";
import type { AudioCodec, MediaEvent, Prompt } from "../media.port.ts";
import type { Mixer } from "../mix/mixer.ts";
import type { Clip } from "../prompt/clip.ts";
import { openRecordingFile } from "../recording/recording-file.ts";
import { createEndpoint } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { createInnerEndpoint } from "./inner-endpoint.ts";
import type { InnerEndpoint } from "./inner-endpoint.ts";
import type { Switchboard } from "./switchboard.ts";
import type { Ticker } from "./ticker.ts";
import type { WorkerSocket } from "./worker-socket.ts";

/** An open port of a worker, with or without a far end. */
export interface Slot {
  readonly endpoint: Endpoint | InnerEndpoint;
  readonly far?: Endpoint;
  readonly inner?: InnerEndpoint;
  close(): void;
  closeDrained(): Promise<void>;
}

export interface SlotParts {
  /** The index of this worker. */
  readonly worker: number;
  readonly socket: WorkerSocket;
  readonly certificate: DtlsCertificate;
  readonly switchboard: Switchboard;
  readonly ticker: Ticker;
  readonly mixer: Mixer;
  readonly clip: (codec: AudioCodec, prompt: Prompt) => Clip | undefined;
  readonly emit: (port: string, event: MediaEvent) => void;
}

const partsOf = (port: string, { worker, socket, switchboard, mixer, clip }: SlotParts) => ({
  self: { id: port, worker },
  now: epochNow,
  drained: socket.drained,
  switchboard,
  mixer,
  clip,
  openRecordingFile,
  readFile,
});

/** `failed` is called before the event. */
export async function openSlot(
  port: string,
  { failed, ...parts }: SlotParts & { readonly failed: () => void },
): Promise<Slot> {
  const { certificate, ticker, emit } = parts;
  const target: { endpoint?: Endpoint } = {};
  const socket = await parts.socket.open(
    (datagram, from, isKnown) => target.endpoint?.receive(datagram, from, isKnown) ?? false,
  );
  const endpoint = createEndpoint({
    ...partsOf(port, parts),
    setTimeout: startTimeout,
    socket,
    certificate,
    emit: (event) => {
      if (event.kind === "failed") {
        stopBeat();
        failed();
      }
      emit(port, event);
    },
  });
  target.endpoint = endpoint;
  const stopBeat = ticker.subscribe(endpoint.beat);
  return {
    endpoint,
    far: endpoint,
    close: () => {
      stopBeat();
      endpoint.close();
    },
    closeDrained: async () => {
      await endpoint.closeDrained();
      stopBeat();
    },
  };
}

export function openInnerSlot(port: string, parts: SlotParts): Slot {
  const inner = createInnerEndpoint({ ...partsOf(port, parts), emit: (event) => parts.emit(port, event) });
  const stopBeat = parts.ticker.subscribe(inner.beat);
  const close = (): void => {
    stopBeat();
    inner.close();
  };
  return { endpoint: inner, inner, close, closeDrained: async () => close() };
}

const STARTED_AT = performance.timeOrigin;

/** Monotonic, so that a change of the system's clock does not affect the audio. */
export function epochNow(): number {
  return STARTED_AT + performance.now();
}

export function startTimeout(run: () => void, ms: number): () => void {
  const timeout = setTimeout(run, ms);
  return () => clearTimeout(timeout);
}
