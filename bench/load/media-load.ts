/**
 * Far ends of calls for media.bench.ts, in a process of their own, so that the engine's CPU time is its own. Each is the
 * least that connects: one ICE check, a DTLS-SRTP handshake, packets out on the beat, packets in counted.
 */
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { randomBytes } from "node:crypto";
import { createPacketCodec } from "../../packages/testkit/src/audio/packet-codec.ts";
import { tonePcm } from "../../packages/testkit/src/audio/tone.ts";
import { Message, classes, methods } from "werift";
import { createDtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import type { DtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import { startDtlsSession } from "../../packages/media/src/dtls/dtls-session.ts";
import type { DtlsSession } from "../../packages/media/src/dtls/dtls-session.ts";
import { createSrtpSession } from "../../packages/media/src/srtp/srtp-session.ts";
import type { SrtpSession } from "../../packages/media/src/srtp/srtp-session.ts";

/** The sound of a far end: a tone, with its level (RFC 6464) as browsers send it, or without, as gateways do. */
export interface LoadVoice {
  readonly codec: "opus" | "PCMU";
  readonly hz: number;
  readonly reportsLevel: boolean;
}

export type ToLoad =
  | { readonly kind: "connect"; readonly id: number; readonly offer: string; readonly voice?: LoadVoice }
  | { readonly kind: "send"; readonly forMs: number };

export type FromLoad =
  | { readonly kind: "answer"; readonly id: number; readonly sdp: string }
  | { readonly kind: "connected"; readonly id: number }
  | { readonly kind: "sent"; readonly sent: number; readonly received: number; readonly delaysMs: readonly number[] };

interface FarEnd {
  readonly socket: Socket;
  srtp: SrtpSession | undefined;
  sequence: number;
  readonly codec: LoadCodec;
  /** If the offer has the audio level extension, and the far end sends it. */
  readonly levelId: number | undefined;
  /** One second of sound, repeated; else random packets, which carry their send time. */
  readonly voice: readonly Buffer[] | undefined;
}

interface LoadCodec {
  readonly payloadType: number;
  readonly rtpmap: string;
  /** Of 20 ms. */
  readonly ticks: number;
}

const PAYLOAD = 80; // bytes: Opus at 32 kbit/s, 20 ms
const PASSWORD = "loadloadloadloadloadload";
const SETTLE_MS = 500;
const PACKETS_A_SECOND = 50;
const CODECS: Readonly<Record<LoadVoice["codec"], LoadCodec>> = {
  opus: { payloadType: 111, rtpmap: "opus/48000/2", ticks: 960 },
  PCMU: { payloadType: 0, rtpmap: "PCMU/8000", ticks: 160 },
};
const AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";
const LEVEL = 9; // dB below full scale: a tone of half the amplitude
const farEnds: FarEnd[] = [];
const delays: number[] = [];
let sent = 0;
let received = 0;

function post(message: FromLoad): void {
  process.send?.(message);
}

async function connect(
  { id, offer, voice }: Extract<ToLoad, { kind: "connect" }>,
  certificate: DtlsCertificate,
): Promise<void> {
  const port = Number(/^m=audio (\d+)/m.exec(offer)?.[1]);
  const usernameFragment = /^a=ice-ufrag:(\S+)/m.exec(offer)?.[1] ?? "";
  const password = /^a=ice-pwd:(\S+)/m.exec(offer)?.[1] ?? "";
  const socket = createSocket("udp4");
  const farEnd: FarEnd = {
    socket,
    srtp: undefined,
    sequence: 0,
    codec: CODECS[voice?.codec ?? "opus"],
    levelId: voice?.reportsLevel === true ? levelIdOf(offer) : undefined,
    voice: voice && packetsOf(voice),
  };
  farEnds.push(farEnd);
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => socket.connect(port, "127.0.0.1", resolve));

  let dtls: DtlsSession | undefined;
  socket.on("message", (datagram) => {
    const first = datagram[0] ?? 0;
    if (first >= 128) return receive(farEnd, datagram);
    if (first >= 20) return dtls?.receive(datagram);
    dtls ??= startDtlsSession({
      role: "client",
      certificate,
      setTimeout: (run, ms) => {
        const timeout = setTimeout(run, ms);
        return () => clearTimeout(timeout);
      },
      send: (record) => socket.send(record),
      onFinished: (keys) => {
        farEnd.srtp = createSrtpSession(keys);
        post({ kind: "connected", id });
      },
      onFailed: (reason) => {
        throw new Error(reason);
      },
    });
  });
  const check = (): void => {
    const request = new Message(methods.BINDING, classes.REQUEST)
      .setAttribute("USERNAME", `${usernameFragment}:load`)
      .setAttribute("ICE-CONTROLLING", 1n)
      .setAttribute("USE-CANDIDATE", null)
      .addMessageIntegrity(Buffer.from(password))
      .addFingerprint();
    socket.send(request.bytes);
  };
  setInterval(check, 5000);
  post({ kind: "answer", id, sdp: answerText(certificate, farEnd) });
  check();
}

/** The second second of a tone: the coder is in its stride, and the end leads on to the beginning. */
function packetsOf({ codec, hz }: LoadVoice): readonly Buffer[] {
  const coder = createPacketCodec(codec);
  const samples = coder.sampleRate / PACKETS_A_SECOND;
  const packets = Array.from({ length: 2 * PACKETS_A_SECOND }, (_, at) =>
    coder.encode(
      tonePcm({ frequencyHz: hz, amplitude: 0.5 }, { sampleRate: coder.sampleRate, samples, fromSample: at * samples }),
    ),
  );
  coder.close();
  return packets.slice(PACKETS_A_SECOND);
}

function levelIdOf(offer: string): number | undefined {
  const found = new RegExp(`^a=extmap:(\\d+)\\S* ${AUDIO_LEVEL}`, "m").exec(offer)?.[1];
  return found === undefined ? undefined : Number(found);
}

function answerText(certificate: DtlsCertificate, { socket, codec, levelId }: FarEnd): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    `m=audio ${socket.address().port} UDP/TLS/RTP/SAVPF ${codec.payloadType}`,
    "c=IN IP4 127.0.0.1",
    "a=mid:0",
    "a=ice-ufrag:load",
    `a=ice-pwd:${PASSWORD}`,
    `a=fingerprint:sha-256 ${certificate.fingerprint}`,
    "a=setup:active",
    "a=sendrecv",
    "a=rtcp-mux",
    `a=rtpmap:${codec.payloadType} ${codec.rtpmap}`,
    ...(levelId === undefined ? [] : [`a=extmap:${levelId} ${AUDIO_LEVEL}`]),
    "",
  ].join("\r\n");
}

function receive(farEnd: FarEnd, datagram: Buffer): void {
  const second = datagram[1] ?? 0;
  if (second >= 192 && second <= 223) return;
  const payload = farEnd.srtp?.unprotectRtp(datagram);
  if (payload === undefined) return;
  received += 1;
  if (received % 10 === 0 && farEnd.voice === undefined) delays.push(performance.now() - payload.readDoubleBE(0));
}

/** 50 packets a second from each far end, spread evenly over the 20 ms; late ones are sent all the same, with their own time. */
function send(forMs: number): void {
  const startedAt = performance.now();
  const endsAt = startedAt + forMs;
  const noise = randomBytes(PAYLOAD);
  const due = farEnds.map((_, i) => startedAt + (i * 20) / farEnds.length);
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [i, farEnd] of farEnds.entries()) {
      for (let at = due[i] ?? endsAt; at <= now && at < endsAt; at += 20) {
        due[i] = at + 20;
        sendOne(farEnd, noise, i);
      }
    }
    if (now < endsAt) return;
    clearInterval(timer);
    setTimeout(() => post({ kind: "sent", sent, received, delaysMs: delays }), SETTLE_MS);
  }, 1);
}

function sendOne(farEnd: FarEnd, noise: Buffer, ssrc: number): void {
  if (farEnd.srtp === undefined) return;
  const { codec, levelId } = farEnd;
  const header = Buffer.alloc(levelId === undefined ? 12 : 20);
  header[0] = levelId === undefined ? 0x80 : 0x90;
  header[1] = codec.payloadType;
  header.writeUInt16BE(farEnd.sequence & 0xffff, 2);
  header.writeUInt32BE((farEnd.sequence * codec.ticks) >>> 0, 4);
  header.writeUInt32BE(ssrc + 1, 8);
  // RFC 8285 §4.2: one byte of level in one word.
  if (levelId !== undefined) header.set([0xbe, 0xde, 0, 1, levelId << 4, 0x80 | LEVEL], 12);
  farEnd.sequence += 1;
  const said = farEnd.voice?.[farEnd.sequence % farEnd.voice.length];
  if (said === undefined) noise.writeDoubleBE(performance.now(), 0);
  const packet = farEnd.srtp.protectRtp(header, said ?? noise);
  if (packet === undefined) return;
  farEnd.socket.send(packet);
  sent += 1;
}

const certificate = createDtlsCertificate(Date.now());
process.on("message", (message: ToLoad) => {
  if (message.kind === "send") return send(message.forMs);
  void connect(message, certificate);
});
