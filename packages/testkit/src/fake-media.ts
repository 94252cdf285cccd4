/** A media engine without sound: it makes descriptions, keeps the rules of the port, and records who was to hear what. */
import {
  MediaError,
  type AudioCodec,
  type DtmfDigit,
  type InnerPort,
  type MediaEngine,
  type MediaEvent,
  type MediaPort,
  type MediaRecording,
  type MediaSource,
  type RecordedSound,
} from "@callpanel/media";
import { createFakeVideoRoom, type FakeVideoRoom } from "./fake-video-room.ts";
import { audioDescription, describedCodecs, describedDirection } from "./audio-description.ts";

export interface FakeMedia extends MediaEngine {
  /** An open port without a far end. */
  innerOf(portId: string): FakeInnerPort | undefined;
  /** All of them. */
  readonly innerPorts: readonly FakeInnerPort[];
  /** All that were opened, the latest last. */
  readonly videoRooms: readonly FakeVideoRoom[];
  /** The open port that made a description, as the phone that got it sees it. */
  portOf(sdp: string): FakePort;
  isOpen(portId: string): boolean;
  /** Descriptions are refused from now on. */
  breakDown(): void;
  /** Descriptions of the far end are not answered from now on, until the returned function is called. */
  stall(): () => void;
  /** So many more ports, then `open` throws. */
  allowPorts(count: number): void;
  /** The sound of what is opened from now on finds no way until the test emits `connected`. */
  losePaths(): void;
}

export interface FakePort extends MediaPort {
  /** All sources it was set to, in order. */
  readonly heard: readonly MediaSource[];
  readonly hearsNow: MediaSource;
  readonly digits: readonly DtmfDigit[];
  readonly closed: boolean;
  /** All that was recorded of it, the latest last. */
  readonly recordings: readonly FakeRecording[];
  readonly codec: AudioCodec | undefined;
  /** Plays an event, e.g. a digit in RTP, or the loss of the media. */
  emit(event: MediaEvent): void;
}

export interface FakeInnerPort extends InnerPort {
  readonly saysNow: MediaSource;
  readonly hearsNow: MediaSource;
  readonly recordings: readonly FakeRecording[];
  /** Plays an event: the end of a file. */
  emit(event: MediaEvent): void;
}

/** A recording that writes no file: a test says what it came to. */
export interface FakeRecording {
  readonly path: string;
  readonly paused: boolean;
  /** It was stopped, or its port is closed. */
  readonly stopped: boolean;
  /** What of it was wanted, where the stop said so. */
  readonly keptMs: number | undefined;
  /** A stop ends it by itself with `SHORT_RECORDING`; before that a test may, e.g. for a full disk. */
  end(recorded: RecordedSound): void;
}

/** What a recording of a fake port comes to when it is stopped. */
export const SHORT_RECORDING: RecordedSound = { durationMs: 1_000, bytes: 4_000, marks: [] };

const CODECS: readonly AudioCodec[] = ["opus", "G722", "PCMU", "PCMA"];

export function createFakeMedia(): FakeMedia {
  const ports = new Map<string, FakePort>();
  const inner = new Map<string, FakeInnerPort>();
  const videoRooms: FakeVideoRoom[] = [];
  let portCount = 0;
  let broken = false;
  let stalled: Promise<void> | undefined;
  let allowed = Number.POSITIVE_INFINITY;
  let lost = false;

  const media: FakeMedia = {
    open: () => {
      if (allowed === 0) throw new MediaError("closed", "no port is left");
      allowed -= 1;
      portCount += 1;
      const id = `port-${portCount}`;
      const port = createPort({
        id,
        broken: () => broken,
        stalled: () => stalled,
        closed: () => ports.delete(id),
        lost,
      });
      ports.set(id, port);
      return port;
    },
    summarize: (sdp) => {
      const codecs = knownCodecs(sdp);
      return codecs.length === 0
        ? undefined
        : { codecs, direction: describedDirection(sdp), hasVideo: /^m=video /m.test(sdp) };
    },
    openInner: () => {
      portCount += 1;
      const id = `inner-${portCount}`;
      const port = createInnerPort(id, () => inner.delete(id));
      inner.set(id, port);
      return port;
    },
    openVideoRoom: () => {
      const room = createFakeVideoRoom();
      videoRooms.push(room);
      return room;
    },
    videoRooms,
    innerOf: (portId) => inner.get(portId),
    get innerPorts() {
      return [...inner.values()];
    },
    get openPortCount() {
      return ports.size + inner.size;
    },
    close: () => Promise.resolve(),
    portOf: (sdp) => {
      const port = ports.get(/^a=x-port:(\S+)/m.exec(sdp)?.[1] ?? "");
      if (port === undefined) throw new Error(`no open port of this engine made\n${sdp}`);
      return port;
    },
    isOpen: (portId) => ports.has(portId),
    breakDown: () => {
      broken = true;
    },
    stall: () => {
      let go = (): void => undefined;
      stalled = new Promise((resolve) => {
        go = resolve;
      });
      return () => go();
    },
    losePaths: () => {
      lost = true;
    },
    allowPorts: (count) => {
      allowed = count;
    },
  };
  return media;
}

interface PortParts {
  readonly id: string;
  readonly broken: () => boolean;
  readonly stalled: () => Promise<void> | undefined;
  readonly closed: () => void;
  readonly lost: boolean;
}

function createPort({ id, broken, stalled, closed, lost }: PortParts): FakePort {
  const listeners = new Set<(event: MediaEvent) => void>();
  const heard: MediaSource[] = [];
  const digits: DtmfDigit[] = [];
  const recordings: (FakeRecording & Pick<MediaRecording, "stop">)[] = [];
  let isClosed = false;
  let codec: AudioCodec | undefined;
  let offered: readonly AudioCodec[] | undefined;
  let announced = false;

  const take = (sdp: string, allowed: readonly AudioCodec[]): AudioCodec => {
    if (isClosed) throw new MediaError("closed", "the port is closed");
    if (broken()) throw new MediaError("worker-lost", "broken down");
    const known = knownCodecs(sdp);
    const found = allowed.find((one) => known.includes(one));
    if (found === undefined) throw new MediaError("unusable-description", "no common codec");
    codec = found;
    return found;
  };
  const emit = (event: MediaEvent): void => {
    if (event.kind === "failed") close();
    for (const listener of listeners) listener(event);
  };
  const announce = (): void => {
    if (announced || lost) return;
    announced = true;
    setImmediate(() => {
      if (!isClosed) emit({ kind: "connected" });
    });
  };
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const recording of recordings) recording.stop();
    closed();
  };
  const describe = (codecs: readonly AudioCodec[], direction: "sendrecv" | "recvonly"): string =>
    audioDescription({ codecs, direction, lines: [`a=x-port:${id}`] });

  return {
    id,
    heard,
    digits,
    recordings,
    get hearsNow() {
      return heard.at(-1) ?? { kind: "none" };
    },
    get closed() {
      return isClosed;
    },
    get codec() {
      return codec;
    },
    emit,
    answer: async ({ offer, codecs = CODECS }) => {
      await stalled();
      const chosen = take(offer, codecs);
      const direction = describedDirection(offer);
      announce();
      const back = direction === "sendonly" || direction === "inactive" ? "recvonly" : "sendrecv";
      return Promise.resolve({ sdp: describe([chosen], back), codec: chosen, direction });
    },
    offer: async ({ codecs = CODECS }) => {
      if (isClosed) throw new MediaError("closed", "the port is closed");
      if (broken()) throw new MediaError("worker-lost", "broken down");
      offered = codecs;
      return Promise.resolve({ sdp: describe(codecs, "sendrecv") });
    },
    accept: async ({ answer }) => {
      await stalled();
      const chosen = take(answer, offered ?? []);
      announce();
      return Promise.resolve({ codec: chosen, direction: describedDirection(answer) });
    },
    hear: (source) => void heard.push(source),
    sendDigit: (digit) => void digits.push(digit),
    stats: async () => {
      if (isClosed) throw new MediaError("closed", "the port is closed");
      return Promise.resolve({ packetsReceived: 50, packetsSent: 50, packetsLost: 0, jitterMs: 1, codec });
    },
    record: ({ path }) => {
      const { fake, recording } = createRecording(path);
      recordings.push(fake);
      return recording;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close,
  };
}

function createInnerPort(id: string, closed: () => void): FakeInnerPort {
  const listeners = new Set<(event: MediaEvent) => void>();
  const recordings: ReturnType<typeof createRecording>["fake"][] = [];
  let says: MediaSource = { kind: "none" };
  let hears: MediaSource = { kind: "none" };
  return {
    id,
    recordings,
    get saysNow() {
      return says;
    },
    get hearsNow() {
      return hears;
    },
    say: (source) => {
      says = source;
    },
    hear: (source) => {
      hears = source;
    },
    record: ({ path }) => {
      const { fake, recording } = createRecording(path);
      recordings.push(fake);
      return recording;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    close: () => {
      for (const recording of recordings) recording.stop();
      closed();
    },
  };
}

function createRecording(path: string) {
  let paused = false;
  let stopped = false;
  let keptMs: number | undefined;
  let end: (recorded: RecordedSound) => void = () => undefined;
  const ended = new Promise<RecordedSound>((resolve) => {
    end = resolve;
  });
  const stop = (keepMs?: number): void => {
    if (!stopped) keptMs = keepMs;
    stopped = true;
    end(SHORT_RECORDING);
  };
  const pause = (to: boolean): void => {
    paused = to;
  };
  const fake = {
    path,
    get paused() {
      return paused;
    },
    get stopped() {
      return stopped;
    },
    get keptMs() {
      return keptMs;
    },
    end,
    stop,
  };
  return { fake, recording: { ended, pause, stop } satisfies MediaRecording };
}

function knownCodecs(sdp: string): readonly AudioCodec[] {
  return describedCodecs(sdp).flatMap((codec) => (codec === "iLBC" ? [] : [codec]));
}
