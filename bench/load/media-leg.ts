/**
 * One far end of a call as a browser has it: ICE, a DTLS-SRTP handshake, packets of Opus; the least that a phone system
 * accepts. Most packets that come are counted without being decrypted, which is the load's own work.
 */
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import type { DtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import { startDtlsSession, type DtlsSession } from "../../packages/media/src/dtls/dtls-session.ts";
import { ATTRIBUTE, readStun, STUN, writeStun, xorMapped } from "../../packages/media/src/ice/stun-message.ts";
import { createSrtpSession, type SrtpSession } from "../../packages/media/src/srtp/srtp-session.ts";

export interface MediaLeg {
  /** What is said of it in an offer or in an answer. */
  offer(): string;
  /** With the offer's number for Opus, with which is sent too. */
  answer(offer: string): string;
  /** Takes the far end's description; resolves when both have the keys. */
  connect(sdp: string): Promise<void>;
  send(): boolean;
  readonly received: () => number;
  /** Of the packets that were decrypted, those that were not authentic. */
  readonly refused: () => number;
  close(): void;
}

const PAYLOAD = 80; // bytes: Opus at 32 kbit/s, 20 ms
const TICKS = 960;
const OPUS = 111;
const OPENED_OF = 50;
const CHECK_MS = 100;
const CONSENT_MS = 5_000;
const PRIORITY = 0x6e00_1eff;

export async function openMediaLeg(certificate: DtlsCertificate): Promise<MediaLeg> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  const [ufrag, password] = [randomBytes(4).toString("hex"), randomBytes(16).toString("hex")];
  const ssrc = randomBytes(4);
  let answers = false;
  let controlling = false;
  let far: { readonly name: string; readonly key: Buffer } | undefined;
  let dtls: DtlsSession | undefined;
  let srtp: SrtpSession | undefined;
  let [sequence, received, refused] = [0, 0, 0];
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let begin = (): void => undefined;

  const out = (datagram: Buffer, to?: { readonly port: number; readonly address: string }): void => {
    if (isClosed) return;
    if (far === undefined && to !== undefined) socket.send(datagram, to.port, to.address);
    else if (far !== undefined) socket.send(datagram);
  };

  const check = (): void => {
    if (far === undefined) return;
    const role = controlling
      ? [
          { type: ATTRIBUTE.iceControlling, value: Buffer.alloc(8, 1) },
          { type: ATTRIBUTE.useCandidate, value: Buffer.alloc(0) },
        ]
      : [{ type: ATTRIBUTE.iceControlled, value: Buffer.alloc(8, 1) }];
    const priority = Buffer.alloc(4);
    priority.writeUInt32BE(PRIORITY);
    out(
      writeStun({
        type: STUN.request,
        transactionId: randomBytes(12),
        attributes: [
          { type: ATTRIBUTE.username, value: Buffer.from(far.name) },
          { type: ATTRIBUTE.priority, value: priority },
          ...role,
        ],
        key: far.key,
        hasFingerprint: true,
      }),
    );
  };

  const takeStun = (datagram: Buffer, from: { readonly port: number; readonly address: string }): void => {
    const message = readStun(datagram);
    if (message === undefined) return;
    if (message.type === STUN.success) return begin();
    if (message.type !== STUN.request) return;
    const value = xorMapped(from.address, from.port, message.transactionId);
    out(
      writeStun({
        type: STUN.success,
        transactionId: message.transactionId,
        attributes: [{ type: ATTRIBUTE.xorMappedAddress, value }],
        key: Buffer.from(password),
        hasFingerprint: true,
      }),
      from,
    );
  };

  socket.on("error", () => undefined); // of a port that has been closed
  socket.on("message", (datagram, from) => {
    const first = datagram[0] ?? 0;
    if (first < 20) return takeStun(datagram, from);
    if (first < 64) return dtls?.receive(datagram);
    const second = datagram[1] ?? 0;
    if (first < 128 || (second >= 192 && second <= 223)) return;
    received += 1;
    if (received % OPENED_OF === 1 && srtp?.unprotectRtp(datagram) === undefined) refused += 1;
  });

  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = OPUS;
  ssrc.copy(header, 8);
  const noise = randomBytes(PAYLOAD);

  return {
    offer: () => describe({ port, ufrag, password, certificate, opus: OPUS, setup: "actpass" }),
    answer: (offer) => {
      answers = true;
      const opus = Number(/^a=rtpmap:(\d+) opus\//im.exec(offer)?.[1] ?? OPUS);
      header[1] = opus;
      return describe({ port, ufrag, password, certificate, opus, setup: "active" });
    },
    connect: async (sdp) => {
      controlling = !answers || /^a=ice-lite/m.test(sdp);
      const remote = readRemote(sdp);
      await new Promise<void>((resolve) => socket.connect(remote.port, "127.0.0.1", resolve));
      far = { name: `${remote.ufrag}:${ufrag}`, key: Buffer.from(remote.password) };
      await new Promise<void>((resolve, reject) => {
        const start = (): void => {
          dtls ??= startDtlsSession({
            role: answers || remote.setup === "passive" ? "client" : "server",
            certificate,
            setTimeout: (run, ms) => {
              const one = setTimeout(run, ms);
              return () => clearTimeout(one);
            },
            send: (record) => out(record),
            onFinished: (keys) => {
              srtp = createSrtpSession(keys);
              resolve();
            },
            onFailed: (reason) => reject(new Error(reason)),
          });
        };
        begin = () => {
          start();
          clearInterval(timer);
          timer = setInterval(check, CONSENT_MS);
          begin = () => undefined;
        };
        if (!answers && remote.setup === "active") start(); // its first flight may come before the answer to a check
        timer = setInterval(check, CHECK_MS);
        check();
      });
    },
    send: () => {
      if (srtp === undefined) return false;
      sequence += 1;
      header.writeUInt16BE(sequence & 0xffff, 2);
      header.writeUInt32BE((sequence * TICKS) >>> 0, 4);
      const packet = srtp.protectRtp(header, noise);
      if (packet === undefined) return false;
      out(packet);
      return true;
    },
    received: () => received,
    refused: () => refused,
    close: () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      dtls?.close();
      socket.close();
    },
  };
}

function readRemote(sdp: string) {
  const candidate = /^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+) typ host/im.exec(sdp)?.[1];
  return {
    port: Number(candidate ?? /^m=audio (\d+)/m.exec(sdp)?.[1]),
    ufrag: /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1] ?? "",
    password: /^a=ice-pwd:(\S+)/m.exec(sdp)?.[1] ?? "",
    setup: /^a=setup:(\S+)/m.exec(sdp)?.[1] ?? "",
  };
}

interface Description {
  readonly port: number;
  readonly ufrag: string;
  readonly password: string;
  readonly certificate: DtlsCertificate;
  readonly opus: number;
  readonly setup: string;
}

function describe({ port, ufrag, password, certificate, opus, setup }: Description): string {
  return [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    `m=audio ${port} UDP/TLS/RTP/SAVPF ${opus}`,
    "c=IN IP4 127.0.0.1",
    "a=mid:0",
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=candidate:1 1 udp 2130706431 127.0.0.1 ${port} typ host`,
    `a=fingerprint:sha-256 ${certificate.fingerprint}`,
    `a=setup:${setup}`,
    "a=sendrecv",
    "a=rtcp-mux",
    `a=rtpmap:${opus} opus/48000/2`,
    "",
  ].join("\r\n");
}
