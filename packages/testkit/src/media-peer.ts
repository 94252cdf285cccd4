import {
  MediaStreamTrack,
  RTCPeerConnection,
  RTCRtpCodecParameters,
  RTCRtpHeaderExtensionParameters,
  RtpHeader,
} from "werift";
import type { RtpPacket } from "werift";
import { createPacketCodec } from "./audio/packet-codec.ts";
import type { PacketCodec, ProbeCodec } from "./audio/packet-codec.ts";
import { tonePcm } from "./audio/tone.ts";
import type { Tone } from "./audio/tone.ts";

/** A far end of a call for tests: werift's own ICE, DTLS and SRTP, a tone going out, and an ear for what comes in. */
export interface MediaPeer {
  offer(options?: { readonly iceRestart?: boolean }): Promise<string>;
  answer(offer: string): Promise<string>;
  accept(answer: string): Promise<void>;
  /** Resolves when sound can flow. */
  connected(): Promise<void>;
  /** Sends a tone in real time until stopped. */
  sendTone(tone: Tone): () => void;
  /** Sends sound in real time, once: samples at the codec's rate (48 kHz of Opus). Resolves when all of it is sent, or the peer closed. */
  sendSound(pcm: Int16Array): Promise<void>;
  /** Sends one packet with its own numbers. */
  sendPacket(packet: {
    readonly payloadType: number;
    readonly sequence: number;
    readonly timestamp: number;
    readonly payload: Buffer;
    readonly marker?: boolean;
    /** Decibels below full scale, 127 is silence; only if the audio level was negotiated. */
    readonly level?: number;
  }): void;
  /** What was negotiated; before that, what this peer offers. */
  readonly payloadTypes: { readonly audio: number; readonly event: number };
  /** Everything received since the start or the last `forget`. */
  readonly packets: readonly ReceivedPacket[];
  forget(): void;
  /** Whether sound can pass, in words for a failed test. */
  state(): string;
  /** Decodes packets, by default all that came in, in order of arrival. */
  heard(packets?: readonly ReceivedPacket[]): Heard;
  close(): Promise<void>;
}

export interface ReceivedPacket {
  readonly at: number; // ms, monotonic
  readonly ssrc: number;
  readonly payloadType: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly payload: Buffer;
}

const AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";

export interface Heard {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

export interface MediaPeerOptions {
  readonly codec: ProbeCodec;
  /** Payload types that this peer offers; peers of one test should differ, so that nothing passes by chance. */
  readonly payloadType?: number;
  readonly eventPayloadType?: number;
  /** Sends the audio level of each packet of a tone (RFC 6464), as browsers do. */
  readonly audioLevel?: boolean;
}

export function createMediaPeer({
  codec,
  payloadType = { opus: 111, PCMU: 0, PCMA: 8 }[codec],
  eventPayloadType = 101,
  audioLevel = false,
}: MediaPeerOptions): MediaPeer {
  const clockRate = codec === "opus" ? 48_000 : 8000;
  const connection = openConnection({ codec, clockRate, payloadType, eventPayloadType, audioLevel });
  const track = new MediaStreamTrack({ kind: "audio" });
  const transceiver = connection.addTransceiver(track, { direction: "sendrecv" });
  const packets: ReceivedPacket[] = [];
  const codecs: PacketCodec[] = [];
  const stops = new Set<() => void>();
  let listening = false;
  let renewals = 0;
  let audioLevelId: number | undefined;
  let payloadTypes = { audio: payloadType, event: eventPayloadType };

  /** An answer keeps the offer's numbers, so the far end's description has them either way. */
  const negotiated = (sdp: string): void => {
    payloadTypes = {
      audio: payloadTypeOf(sdp, `${codec}/${clockRate}`) ?? payloadType,
      event: payloadTypeOf(sdp, `telephone-event/${clockRate}`) ?? eventPayloadType,
    };
    const extension = /^a=extmap:(\d+) urn:ietf:params:rtp-hdrext:ssrc-audio-level/m.exec(sdp)?.[1];
    audioLevelId = audioLevel && extension !== undefined ? Number(extension) : undefined;
  };

  const newCodec = (): PacketCodec => {
    const made = createPacketCodec(codec);
    codecs.push(made);
    return made;
  };

  const listen = (): void => {
    const [transport] = connection.dtlsTransports;
    if (listening || transport === undefined) return;
    listening = true;
    keepConsent(connection, () => (renewals += 1));
    transport.onRtp.subscribe((packet) => packets.push(received(packet)));
  };

  const sendPacket: MediaPeer["sendPacket"] = (packet) => {
    const [transport] = connection.dtlsTransports;
    if (transport?.state !== "connected") return;
    const header = new RtpHeader({
      ssrc: transceiver.sender.ssrc,
      payloadType: packet.payloadType,
      sequenceNumber: packet.sequence & 0xffff,
      timestamp: packet.timestamp >>> 0,
      marker: packet.marker ?? false,
      ...extensionOf(packet.level, audioLevelId),
    });
    void transport.sendRtp(packet.payload, header);
  };

  const { sendTone, sendSound } = createSounding({
    newCodec,
    payloadType: () => payloadTypes.audio,
    send: sendPacket,
    stops,
  });

  return {
    offer: async ({ iceRestart = false } = {}) => {
      const offer = await connection.createOffer({ iceRestart });
      stayLocal(connection);
      const description = await connection.setLocalDescription(offer);
      listen();
      return description.toJSON().sdp;
    },
    answer: async (offer) => {
      await connection.setRemoteDescription({ type: "offer", sdp: offer });
      negotiated(offer);
      stayLocal(connection);
      const description = await connection.setLocalDescription(await connection.createAnswer());
      listen();
      continueRestart(connection);
      return description.toJSON().sdp;
    },
    accept: async (answer) => {
      await connection.setRemoteDescription({ type: "answer", sdp: answer });
      negotiated(answer);
      continueRestart(connection);
    },
    connected: async () => {
      // The state of the connection stays "failed" after a renewed consent.
      if (connection.dtlsTransports[0]?.state !== "connected") {
        await connection.connectionStateChange.watch((state) => state === "connected", 60_000);
      }
    },
    sendTone,
    sendSound,
    sendPacket,
    get payloadTypes() {
      return payloadTypes;
    },
    get packets() {
      return packets;
    },
    forget: () => {
      packets.length = 0;
    },
    state: () => stateOf(connection, renewals),
    heard: (chosen = packets) =>
      decode(
        chosen.filter((packet) => packet.payloadType === payloadTypes.audio),
        newCodec(),
      ),
    close: async () => {
      for (const stop of stops) stop();
      for (const made of codecs.splice(0)) made.close();
      await connection.close();
    },
  };
}

interface ConnectionParts extends Required<MediaPeerOptions> {
  readonly clockRate: number;
}

function openConnection(parts: ConnectionParts): RTCPeerConnection {
  const { codec, clockRate, payloadType, eventPayloadType, audioLevel } = parts;
  return new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    iceInterfaceAddresses: { udp4: "127.0.0.1" },
    iceAdditionalHostAddresses: ["127.0.0.1"],
    ...(audioLevel ? { headerExtensions: { audio: [new RTCRtpHeaderExtensionParameters({ uri: AUDIO_LEVEL })] } } : {}),
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: `audio/${codec}`,
          clockRate,
          channels: codec === "opus" ? 2 : 1,
          payloadType,
        }),
        new RTCRtpCodecParameters({
          mimeType: "audio/telephone-event",
          clockRate,
          channels: 1,
          payloadType: eventPayloadType,
        }),
      ],
      video: [],
    },
  });
}

/** Sound by frames of 20 ms. */
interface Streamed {
  readonly frame: (
    fromSample: number,
    of: { readonly sampleRate: number; readonly samples: number },
  ) => Int16Array | undefined;
  readonly level?: number;
  readonly onEnd?: () => void;
}

interface Sounding {
  readonly newCodec: () => PacketCodec;
  readonly payloadType: () => number;
  readonly send: MediaPeer["sendPacket"];
  /** What to do when the peer closes. */
  readonly stops: Set<() => void>;
}

/** Tones and sound, encoded and sent in real time. */
function createSounding({ newCodec, payloadType, send, stops }: Sounding): Pick<MediaPeer, "sendTone" | "sendSound"> {
  const stream = (streamed: Streamed): (() => void) => {
    const stop = sendInRealTime(streamed, { encoder: newCodec(), payloadType, send });
    stops.add(stop);
    return stop;
  };
  return {
    sendTone: (tone) =>
      stream({
        frame: (fromSample, { sampleRate, samples }) => tonePcm(tone, { sampleRate, samples, fromSample }),
        level: levelOf(tone),
      }),
    sendSound: (pcm) =>
      new Promise((resolve) => {
        const stop = stream({
          frame: (fromSample, { samples }) => {
            if (fromSample + samples > pcm.length) return undefined;
            return pcm.slice(fromSample, fromSample + samples);
          },
          onEnd: resolve,
        });
        stops.add(() => {
          stop();
          resolve();
        });
      }),
  };
}

interface Sender {
  readonly encoder: PacketCodec;
  readonly payloadType: () => number;
  readonly send: MediaPeer["sendPacket"];
}

/** Sends until stopped or until there is no further frame; returns stop. */
function sendInRealTime({ frame, level, onEnd }: Streamed, { encoder, payloadType, send }: Sender): () => void {
  const { sampleRate, ticks } = encoder;
  const samples = sampleRate / 50;
  let sequence = 0;
  const startedAt = performance.now();
  const stop = (): void => clearInterval(interval);
  const sendDue = (): void => {
    while (sequence * 20 <= performance.now() - startedAt) {
      const pcm = frame(sequence * samples, { sampleRate, samples });
      if (pcm === undefined) {
        stop();
        return onEnd?.();
      }
      const packet = { payloadType: payloadType(), sequence, timestamp: sequence * ticks };
      send({ ...packet, payload: encoder.encode(pcm), marker: sequence === 0, level });
      sequence += 1;
    }
  };
  const interval = setInterval(sendDue, 5);
  return stop;
}

function decode(packets: readonly ReceivedPacket[], decoder: PacketCodec): Heard {
  const frames = packets.map((packet) => decoder.decode(packet.payload));
  const pcm = new Int16Array(frames.reduce((sum, frame) => sum + frame.length, 0));
  let offset = 0;
  for (const frame of frames) {
    pcm.set(frame, offset);
    offset += frame.length;
  }
  return { pcm, sampleRate: decoder.sampleRate };
}

/** werift uses Google's STUN server even when no server is configured; tests stay on this machine. */
function stayLocal({ iceTransports }: RTCPeerConnection): void {
  for (const { connection } of iceTransports) connection.stunServer = undefined;
}

/** werift starts no checks after an ICE restart once DTLS is up: `connect` returns too early. */
function continueRestart({ dtlsTransports }: RTCPeerConnection): void {
  for (const { state, iceTransport } of dtlsTransports) {
    if (state === "connected" && iceTransport.connection.nominated === undefined) void iceTransport.start();
  }
}

/**
 * werift gives up its path when nothing answers its checks within half a second for half a minute (RFC 7675), and sends nothing any more. On a machine with
 * too much to do that says something about the process of the test, and not about the far end: it goes on checking. What the far end does without
 * checks, tests of the media engine prove with a clock of their own.
 */
function keepConsent({ iceTransports }: RTCPeerConnection, onRenewed: () => void): void {
  for (const { connection } of iceTransports) {
    connection.stateChanged.subscribe((state) => {
      if (state !== "failed" || connection.nominated === undefined) return;
      onRenewed();
      order(connection, "queryConsent");
      order(connection, "setState", "connected");
    });
  }
}

/** What werift does by itself, and does not offer. */
function order(connection: object, name: string, ...parts: readonly unknown[]): void {
  const method: unknown = Reflect.get(connection, name);
  if (typeof method !== "function") throw new Error(`werift has no ${name}`);
  Reflect.apply(method, connection, parts);
}

function stateOf({ dtlsTransports }: RTCPeerConnection, renewals: number): string {
  const ways = dtlsTransports.map(({ state, iceTransport }) => `ICE ${iceTransport.state}, DTLS ${state}`);
  return [...ways, `consent renewed ${renewals} times`].join(", ");
}

/** A header extension of one byte's head (RFC 8285 §4.2). */
function extensionOf(level: number | undefined, id: number | undefined): Partial<RtpHeader> {
  if (level === undefined || id === undefined) return {};
  return { extension: true, extensionProfile: 0xbede, extensions: [{ id, payload: Buffer.of(level) }] };
}

function levelOf({ amplitude }: Tone): number {
  return amplitude === 0 ? 127 : Math.round(-20 * Math.log10(amplitude / Math.SQRT2));
}

function received({ header, payload }: RtpPacket): ReceivedPacket {
  return {
    at: performance.now(),
    ssrc: header.ssrc,
    payloadType: header.payloadType,
    sequence: header.sequenceNumber,
    timestamp: header.timestamp,
    marker: header.marker,
    payload,
  };
}

function payloadTypeOf(sdp: string, rtpmap: string): number | undefined {
  const match = new RegExp(`^a=rtpmap:(\\d+) ${rtpmap}(?:/\\d)?\\r?$`, "mi").exec(sdp);
  return match === null ? undefined : Number(match[1]);
}
