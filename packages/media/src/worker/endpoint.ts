import { randomBytes } from "node:crypto";
import { FRAME_MS, codecProfile } from "../codec.ts";
import type { DtlsCertificate } from "../dtls/certificate.ts";
import type { TransportAddress } from "../ice/lite-agent.ts";
import { MediaError } from "../media.port.ts";
import type {
  AudioCodec,
  DtmfDigit,
  MediaDirection,
  MediaEvent,
  MediaStats,
  Prompt,
  RecordedSound,
} from "../media.port.ts";
import type { PortReply, PortRequest, RecordRequest, WireSource } from "../media.protocol.ts";
import type { Mixer } from "../mix/mixer.ts";
import type { Clip } from "../prompt/clip.ts";
import { createRecorder } from "../recording/recorder.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { OpenRecordingFile } from "../recording/recording-file.ts";
import { cutRecordingFile } from "../recording/cut.ts";
import { createVoiceWatch } from "../recording/voice-watch.ts";
import type { VoiceWatch } from "../recording/voice-watch.ts";
import { readAudioLevel } from "../rtp/audio-level.ts";
import { AUDIO } from "../rtp/audio-packet.ts";
import type { AudioPacket, PacketContent } from "../rtp/audio-packet.ts";
import { createDtmfReceiver } from "../rtp/dtmf-receiver.ts";
import { createInboundStream } from "../rtp/inbound-stream.ts";
import { createOutboundStream } from "../rtp/outbound-stream.ts";
import { REPORT_EVERY_MS } from "../rtp/rtcp-report.ts";
import { createOutgoingAudio } from "./outgoing-audio.ts";
import { createNegotiation } from "./negotiation.ts";
import type { Taken } from "./negotiation.ts";
import { createRtcpExchange } from "./rtcp-exchange.ts";
import { createSecureTransport } from "./secure-transport.ts";
import type { Party, Switchboard } from "./switchboard.ts";
import type { UdpSocket } from "./udp-socket.ts";
import { createConsentWatch } from "./consent-watch.ts";

/** The worker's side of one media port: negotiation, transport and both RTP streams of one party. */
export interface Endpoint {
  /** Throws a `MediaError` when the description cannot be used; then nothing has changed. */
  handle(request: Exclude<PortRequest, { kind: "record" }>): PortReply;
  hear(source: WireSource): void;
  sendDigit(digit: DtmfDigit, durationMs: number): void;
  /** Resolves when the recording has ended; throws a `MediaError` when one is already running. */
  record(request: RecordRequest): Promise<RecordedSound>;
  pauseRecording(paused: boolean): void;
  /** Stops after all packets that have arrived by now are read. */
  stopRecording(keepMs?: number): void;
  receive(datagram: Buffer, from: TransportAddress): void;
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
  /** Resolves when the event loop has polled the sockets. */
  readonly nextTurn: () => Promise<void>;
  readonly socket: UdpSocket;
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
/** The operating system delivers about 30 datagrams of a socket per turn: this is more than its buffer holds. */
const MOST_DRAINS = 50;
/** The first turn may have been in progress already. */
const QUIET_TURNS = 2;

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { self, now, socket, certificate, switchboard, mixer, clip, emit } = options;
  const inbound = createInboundStream({ now });
  const outbound = createOutboundStream({
    now,
    randomUint32,
    send: (header, payload) => {
      const isSent = transport.sendRtp(header, payload);
      if (isSent && recorder !== undefined) noteHeard(recorder, header, payload);
      return isSent;
    },
  });
  const rtcp = createRtcpExchange({ now, inbound, outbound });
  const transport = createSecureTransport({
    now,
    setTimeout: options.setTimeout,
    socket,
    certificate,
    onConnected: () => emit({ kind: "connected" }),
    onFailed: (reason) => fail(reason),
    onRtp: (header, payload) => receiveRtp(header, payload),
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
    agreement: () => negotiation.agreement,
    readFile: options.readFile,
    onPlayed: (played) => emit({ kind: "played", ...played }),
  });
  const dtmf = createDtmfReceiver({ now, onDigit: (digit, durationMs) => emit({ kind: "digit", digit, durationMs }) });
  const consentWatch = createConsentWatch({ now });
  let beats = 0;
  let recorder: Recorder | undefined;
  /** Set while only what the party says is recorded. */
  let voice: VoiceWatch | undefined;

  /** What is sent to the party is what it hears, from any source. */
  const noteHeard = (to: Recorder, header: Buffer, payload: Uint8Array): void => {
    const { agreement } = negotiation;
    if (agreement === undefined || contentOf((header[1] ?? 0) & 0x7f)?.kind !== "audio") return;
    to.heard({ ssrc: outbound.ssrc, codec: agreement.codec, timestamp: header.readUInt32BE(4), payload });
  };

  /** When the thread is behind, the socket still holds audio that arrived before the stop command. */
  const drain = async (): Promise<void> => {
    let quiet = 0;
    for (let turns = 0; turns < MOST_DRAINS && quiet < QUIET_TURNS; turns += 1) {
      const before = inbound.packetsReceived;
      await options.nextTurn();
      quiet = inbound.packetsReceived === before ? quiet + 1 : 0;
    }
  };

  const close = (): void => {
    recorder?.stop();
    outgoingAudio.close();
    transport.close();
  };

  const fail = (reason: string): void => {
    close();
    emit({ kind: "failed", reason });
  };

  const contentOf = (payloadType: number): PacketContent | undefined => {
    const { agreement } = negotiation;
    if (payloadType === agreement?.payloadType) return AUDIO;
    const event = agreement?.telephoneEvents.find((one) => one.payloadType === payloadType);
    return event && { kind: "telephone-event", clockRate: event.clockRate };
  };

  const receiveRtp = (header: Buffer, payload: Buffer): void => {
    const { agreement } = negotiation;
    const second = header[1] ?? 0;
    const content = contentOf(second & 0x7f);
    if (agreement === undefined || content === undefined || payload.length === 0) return;
    const { codec, audioLevelId } = agreement;
    const level = audioLevelId === undefined ? undefined : readAudioLevel(header, audioLevelId);
    const packet: AudioPacket = {
      origin: self.id,
      ssrc: header.readUInt32BE(8),
      content,
      codec,
      sequence: header.readUInt16BE(2),
      timestamp: header.readUInt32BE(4),
      marker: second > 0x7f,
      payload,
      ...(level === undefined ? {} : { level }),
    };
    inbound.receive(packet, codecProfile(codec).clockRate);
    if (content.kind === "telephone-event") {
      const { timestamp, marker } = packet;
      dtmf.receive({ timestamp, marker, payload, clockRate: content.clockRate });
    } else {
      recorder?.said(packet);
      voice?.take(packet);
    }
    switchboard.publish(packet);
  };

  const settle = ({ agreement, security }: Taken): { codec: AudioCodec; direction: MediaDirection } => {
    outbound.setAgreement(agreement);
    transport.setRemote(security);
    if (!transport.connected) consentWatch.expectChecks();
    return { codec: agreement.codec, direction: agreement.direction };
  };

  const look = (): void => {
    dtmf.settle();
    const verdict = consentWatch.look(transport);
    if (verdict.kind === "failed") fail(verdict.reason);
    else if (verdict.kind === "silent") transport.expireConsent();
  };

  return {
    handle: (request) => {
      switch (request.kind) {
        case "answer": {
          const settled = settle(negotiation.takeOffer(request.offer, request.codecs));
          return { kind: "answer", sdp: negotiation.writeAnswer(), ...settled };
        }
        case "offer":
          if (request.restartIce) transport.restartIce();
          return { kind: "offer", sdp: negotiation.writeOffer(request.codecs) };
        case "accept":
          return { kind: "accept", ...settle(negotiation.takeAnswer(request.answer)) };
        case "stats":
          return { kind: "stats", stats: stats() };
      }
    },
    hear: outgoingAudio.hear,
    sendDigit: outgoingAudio.sendDigit,
    record: ({ path, sides }) => {
      if (recorder !== undefined) throw new MediaError("busy", "the port is being recorded already");
      const started = createRecorder({
        now,
        serial: randomUint32(),
        path,
        sides,
        open: options.openRecordingFile,
        cut: cutRecordingFile,
      });
      recorder = started;
      if (sides === "said") voice = createVoiceWatch((talking) => emit({ kind: "talking", talking }));
      return started.ended.finally(() => {
        recorder = undefined;
        voice?.close();
        voice = undefined;
      });
    },
    pauseRecording: (paused) => recorder?.pause(paused),
    stopRecording: (keepMs) => {
      const stopped = recorder;
      if (stopped !== undefined) void drain().then(() => stopped.stop(keepMs));
    },
    receive: transport.receive,
    beat: () => {
      beats += 1;
      outgoingAudio.beat();
      recorder?.beat();
      voice?.beat();
      if (beats % BEATS_PER_LOOK === 0) look();
      if (beats % BEATS_PER_REPORT === 0) transport.sendRtcp(rtcp.report());
    },
    close,
    closeDrained: async () => {
      if (recorder !== undefined) await drain();
      close();
    },
  };

  function stats(): MediaStats {
    return {
      packetsReceived: inbound.packetsReceived,
      packetsSent: outbound.packetsSent,
      packetsLost: inbound.packetsLost,
      jitterMs: inbound.jitterMs,
      codec: negotiation.agreement?.codec,
    };
  }
}

function randomUint32(): number {
  return randomBytes(4).readUInt32BE(0);
}
