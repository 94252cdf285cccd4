/**
 * Far ends of calls for media.bench.ts, in a process of their own, so that the engine's CPU time is its own. Each is the
 * least that connects: one ICE check, a DTLS-SRTP handshake, packets out on the beat, packets in counted.
 */
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { randomBytes } from "node:crypto";
import { Message, classes, methods } from "werift";
import { createDtlsCertificate } from "../packages/pbx/src/media/dtls/certificate.ts";
import type { DtlsCertificate } from "../packages/pbx/src/media/dtls/certificate.ts";
import { startDtlsSession } from "../packages/pbx/src/media/dtls/dtls-session.ts";
import type { DtlsSession } from "../packages/pbx/src/media/dtls/dtls-session.ts";
import { createSrtpSession } from "../packages/pbx/src/media/srtp/srtp-session.ts";
import type { SrtpSession } from "../packages/pbx/src/media/srtp/srtp-session.ts";

export type ToLoad =
  | { readonly kind: "connect"; readonly id: number; readonly offer: string }
  | { readonly kind: "send"; readonly forMs: number };

export type FromLoad =
  | { readonly kind: "answer"; readonly id: number; readonly sdp: string }
  | { readonly kind: "connected"; readonly id: number }
  | { readonly kind: "sent"; readonly sent: number; readonly received: number; readonly delaysMs: readonly number[] };

interface FarEnd {
  readonly socket: Socket;
  srtp: SrtpSession | undefined;
  sequence: number;
}

const PAYLOAD = 80; // bytes: Opus at 32 kbit/s, 20 ms
const PASSWORD = "loadloadloadloadloadload";
const SETTLE_MS = 500;
const farEnds: FarEnd[] = [];
const delays: number[] = [];
let sent = 0;
let received = 0;

function post(message: FromLoad): void {
  process.send?.(message);
}

async function connect(id: number, offer: string, certificate: DtlsCertificate): Promise<void> {
  const port = Number(/^m=audio (\d+)/m.exec(offer)?.[1]);
  const usernameFragment = /^a=ice-ufrag:(\S+)/m.exec(offer)?.[1] ?? "";
  const password = /^a=ice-pwd:(\S+)/m.exec(offer)?.[1] ?? "";
  const socket = createSocket("udp4");
  const farEnd: FarEnd = { socket, srtp: undefined, sequence: 0 };
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
  post({ kind: "answer", id, sdp: answerText(certificate, socket.address().port) });
  check();
}

function answerText(certificate: DtlsCertificate, port: number): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    `m=audio ${port} UDP/TLS/RTP/SAVPF 111`,
    "c=IN IP4 127.0.0.1",
    "a=mid:0",
    "a=ice-ufrag:load",
    `a=ice-pwd:${PASSWORD}`,
    `a=fingerprint:sha-256 ${certificate.fingerprint}`,
    "a=setup:active",
    "a=sendrecv",
    "a=rtcp-mux",
    "a=rtpmap:111 opus/48000/2",
    "",
  ].join("\r\n");
}

function receive(farEnd: FarEnd, datagram: Buffer): void {
  const second = datagram[1] ?? 0;
  if (second >= 192 && second <= 223) return;
  const payload = farEnd.srtp?.unprotectRtp(datagram);
  if (payload === undefined) return;
  received += 1;
  if (received % 10 === 0) delays.push(performance.now() - payload.readDoubleBE(0));
}

/** 50 packets a second from each far end, spread evenly over the 20 ms. */
function send(forMs: number): void {
  const startedAt = performance.now();
  const payload = randomBytes(PAYLOAD);
  const header = Buffer.alloc(12);
  const due = farEnds.map((_, i) => startedAt + (i * 20) / farEnds.length);
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - startedAt >= forMs) {
      clearInterval(timer);
      setTimeout(() => post({ kind: "sent", sent, received, delaysMs: delays }), SETTLE_MS);
      return;
    }
    for (const [i, farEnd] of farEnds.entries()) {
      while ((due[i] ?? now + 1) <= now) {
        due[i] = (due[i] ?? now) + 20;
        sendOne(farEnd, header, payload, i);
      }
    }
  }, 1);
}

function sendOne(farEnd: FarEnd, header: Buffer, payload: Buffer, ssrc: number): void {
  if (farEnd.srtp === undefined) return;
  header[0] = 0x80;
  header[1] = 111;
  header.writeUInt16BE(farEnd.sequence & 0xffff, 2);
  header.writeUInt32BE((farEnd.sequence * 960) >>> 0, 4);
  header.writeUInt32BE(ssrc + 1, 8);
  farEnd.sequence += 1;
  payload.writeDoubleBE(performance.now(), 0);
  farEnd.socket.send(farEnd.srtp.protectRtp(header, payload));
  sent += 1;
}

const certificate = await createDtlsCertificate();
process.on("message", (message: ToLoad) => {
  if (message.kind === "send") return send(message.forMs);
  void connect(message.id, message.offer, certificate);
});
