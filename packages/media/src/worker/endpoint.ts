import { randomBytes } from "node:crypto";
import { FRAME_MS } from "../codec.ts";
import type { DtlsCertificate } from "../dtls/certificate.ts";
import type { AudioCodec, DtmfDigit, MediaEvent, Prompt, RecordedSound } from "../media.port.ts";
import type { RecordRequest, WireSource } from "../media.protocol.ts";
import type { Mixer } from "../mix/mixer.ts";
import type { Clip } from "../prompt/clip.ts";
import type { OpenRecordingFile } from "../recording/recording-file.ts";
import { createInboundStream } from "../rtp/inbound-stream.ts";
import { createOutboundStream } from "../rtp/outbound-stream.ts";
import { REPORT_EVERY_MS } from "../rtp/rtcp-report.ts";
import { createEndpointRecording } from "./endpoint-recording.ts";
import { createEndpointRequests } from "./endpoint-requests.ts";
import type { EndpointRequests } from "./endpoint-requests.ts";
import { createIncomingAudio } from "./incoming-audio.ts";
import { createOutgoingAudio } from "./outgoing-audio.ts";
import { createNegotiation } from "./negotiation.ts";
import { createRtcpExchange } from "./rtcp-exchange.ts";
import { createSecureTransport } from "./secure-transport.ts";
import type { Party, Switchboard } from "./switchboard.ts";
import { createConsentWatch } from "./consent-watch.ts";
import type { Receive } from "./routes.ts";
import type { LegSocket } from "./worker-socket.ts";

/** The worker's side of one media port: negotiation, transport and both RTP streams of one party. */
export interface Endpoint {
  readonly handle: EndpointRequests;
  hear(source: WireSource): void;
  sendDigit(digit: DtmfDigit, durationMs: number): void;
  /** Resolves when the recording has ended; throws a `MediaError` when one is already running. */
  record(request: RecordRequest): Promise<RecordedSound>;
  pauseRecording(paused: boolean): void;
  /** Stops after all packets that have arrived by now are read. */
  stopRecording(keepMs?: number): void;
  readonly receive: Receive;
  /** Call this every 20 ms. */
  beat(): void;
  close(): void;
  /** Closes it; while it is recorded, after all packets that have arrived by now are recorded. */
  closeDrained(): Promise<void>;
}

export interface EndpointOptions {
  readonly self: Party;
  /** Epoch ms with fractions. */
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  /** Resolves when all packets that have arrived by now are read. */
  readonly drained: () => Promise<void>;
  readonly socket: LegSocket;
  readonly certificate: DtlsCertificate;
  readonly switchboard: Switchboard;
  readonly mixer: Mixer;
  readonly clip: (codec: AudioCodec, prompt: Prompt) => Clip | undefined;
  readonly openRecordingFile: OpenRecordingFile;
  /** Reads the audio files that are played. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
  /** After `failed` the endpoint is closed. */
  readonly emit: (event: MediaEvent) => void;
}

const BEATS_PER_LOOK = 1000 / FRAME_MS;
const BEATS_PER_REPORT = REPORT_EVERY_MS / FRAME_MS;

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { self, now, socket, certificate, switchboard, mixer, clip, emit } = options;
  const agreement = () => negotiation.agreement;
  const inbound = createInboundStream({ now });
  const outbound = createOutboundStream({
    now,
    randomUint32,
    send: (header, payload) => {
      const isSent = transport.sendRtp(header, payload);
      if (isSent) recording.heard(header, payload);
      return isSent;
    },
  });
  const recording = createEndpointRecording({
    now,
    randomUint32,
    drained: options.drained,
    open: options.openRecordingFile,
    outbound,
    agreement,
    onTalking: (talking) => emit({ kind: "talking", talking }),
  });
  const incomingAudio = createIncomingAudio({
    self,
    now,
    inbound,
    switchboard,
    recording,
    agreement,
    onDigit: (digit, durationMs) => emit({ kind: "digit", digit, durationMs }),
  });
  const rtcp = createRtcpExchange({ now, inbound, outbound });
  const transport = createSecureTransport({
    now,
    setTimeout: options.setTimeout,
    socket,
    certificate,
    onConnected: () => emit({ kind: "connected" }),
    onFailed: (reason) => fail(reason),
    onRtp: incomingAudio.receive,
    onRtcp: rtcp.receive,
  });
  const negotiation = createNegotiation({
    sessionId: String(randomBytes(6).readUIntBE(0, 6)),
    candidates: socket.candidates,
    ssrc: outbound.ssrc,
    fingerprint: certificate.fingerprint,
    credentials: () => transport.localCredentials,
  });
  const outgoingAudio = createOutgoingAudio({
    self,
    outbound,
    switchboard,
    mixer,
    clip,
    agreement,
    readFile: options.readFile,
    onPlayed: (played) => emit({ kind: "played", ...played }),
  });
  const consentWatch = createConsentWatch({ now });
  let beats = 0;

  const close = (): void => {
    recording.close();
    outgoingAudio.close();
    transport.close();
  };

  const fail = (reason: string): void => {
    close();
    emit({ kind: "failed", reason });
  };

  const look = (): void => {
    incomingAudio.settle();
    const verdict = consentWatch.look(transport);
    if (verdict.kind === "failed") fail(verdict.reason);
    else if (verdict.kind === "silent") transport.expireConsent();
  };

  return {
    handle: createEndpointRequests({
      negotiation,
      transport,
      inbound,
      outbound,
      onDescribed: () => {
        if (!transport.connected) consentWatch.expectChecks();
      },
    }),
    hear: outgoingAudio.hear,
    sendDigit: outgoingAudio.sendDigit,
    record: recording.start,
    pauseRecording: recording.pause,
    stopRecording: recording.stop,
    receive: transport.receive,
    beat: () => {
      beats += 1;
      outgoingAudio.beat();
      recording.beat();
      if (beats % BEATS_PER_LOOK === 0) look();
      if (beats % BEATS_PER_REPORT === 0) transport.sendRtcp(rtcp.report());
    },
    close,
    closeDrained: async () => {
      if (recording.isRunning()) await options.drained();
      close();
    },
  };
}

function randomUint32(): number {
  return randomBytes(4).readUInt32BE(0);
}
