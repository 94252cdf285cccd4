import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import { Message, classes, isStunMessage, methods, parseMessage } from "werift";
import { browserOffer } from "../src/description/description.fixture.ts";
import type { DtlsCertificate } from "../src/dtls/certificate.ts";
import { startDtlsSession } from "../src/dtls/dtls-session.ts";
import type { TransportAddress } from "../src/ice/lite-agent.ts";
import type { MediaEvent } from "../src/media.port.ts";
import type { Mixer } from "../src/mix/mixer.ts";
import { createMixer } from "../src/mix/mixer.ts";
import { createSrtpSession } from "../src/srtp/srtp-session.ts";
import type { SrtpSession } from "../src/srtp/srtp-session.ts";
import { createEndpoint } from "../src/worker/endpoint.ts";
import { createRoutes } from "../src/worker/routes.ts";
import type { Routes } from "../src/worker/routes.ts";
import type { Endpoint } from "../src/worker/endpoint.ts";
import { createSwitchboard } from "../src/worker/switchboard.ts";

/** An endpoint and its far end in one process, without sockets: every datagram between them can be seen and replaced. */
export interface Line {
  readonly endpoint: Endpoint;
  /** A datagram arrives at the port that the endpoint is at. */
  receive(datagram: Buffer, from: TransportAddress): void;
  readonly events: readonly MediaEvent[];
  readonly mixer: Mixer;
  readonly clock: FakeClock;
  /** What the endpoint sent, and where; the far end receives what is sent to one of its addresses. */
  readonly sent: readonly Sent[];
  /** Audio packets that the endpoint sent to the far end. */
  readonly soundCount: number;
  /** The keys of the far end's side, after the handshake. */
  readonly srtp: SrtpSession | undefined;
  /** Gets everything that the far end sends, so that a test may alter it; by default it is delivered. */
  onSend: (datagram: Buffer, deliver: (datagram: Buffer, from?: TransportAddress) => void) => void;
  /** One check, with nomination; the response comes synchronously. */
  check(from?: TransportAddress): void;
  /** ICE and DTLS, from the offer to audio. */
  connect(): void;
  /** A protected packet of the agreed codec. */
  rtp(packet: RtpParts): Buffer;
  /** Advances by 20 ms. */
  beat(): Promise<void>;
  close(): void;
}

export interface Sent {
  readonly datagram: Buffer;
  readonly to: TransportAddress;
}

export interface RtpParts {
  readonly sequence: number;
  readonly payload: Uint8Array;
  readonly payloadType?: number;
  readonly ssrc?: number;
}

export const FAR: TransportAddress = { address: "198.51.100.4", port: 5004, local: 0 };
const USERNAME = "IwY1"; // of `browserOffer`
const PASSWORD = "h5YjePcBWye3lqc8ESacvpYl";
const MOST_KEPT = 1000; // datagrams
const BEAT_MS = 20;

export interface LineCertificates {
  readonly certificate: DtlsCertificate;
  readonly farCertificate: DtlsCertificate;
}

export interface LineOptions extends LineCertificates {
  /** Of the port, if several endpoints share it. */
  readonly routes?: Routes;
  /** Where the far end is. */
  readonly at?: TransportAddress;
}

export function createLine({ certificate, farCertificate, routes = createRoutes(), at = FAR }: LineOptions): Line {
  const clock = createFakeClock();
  const events: MediaEvent[] = [];
  const sent: Sent[] = [];
  const beats = new Set<() => void>();
  const wire = createWire();
  const switchboard = createSwitchboard({ worker: 0 });
  const mixer = createMixer({
    switchboard,
    everyBeat: (run) => {
      beats.add(run);
      return () => beats.delete(run);
    },
    silence: () => undefined,
    onTalking: () => undefined,
  });
  let soundCount = 0;

  const route = routes.add((datagram, from, isKnown) => endpoint.receive(datagram, from, isKnown));
  const receive = (datagram: Buffer, { address, port, local }: TransportAddress): void =>
    routes.take(datagram, address, port, local);
  const endpoint = createEndpoint({
    self: { id: "line", worker: 0 },
    now: clock.now,
    setTimeout: clock.setTimeout,
    drained: () => Promise.resolve(),
    socket: {
      ...route,
      candidates: [{ protocol: "udp", address: "192.0.2.7", port: 40_000 }],
      isFallback: () => false,
      send: (datagram, to) => {
        if (to.port === 0) throw new RangeError("port 0"); // as a socket does
        const copy = Buffer.from(datagram);
        if (sent.push({ datagram: copy, to }) > MOST_KEPT) sent.shift();
        if (to.address !== at.address || to.port !== at.port) return;
        if ((copy[0] ?? 0) >= 128 && !isReport(copy)) soundCount += 1;
        wire.put(() => far.receive(copy));
      },
    },
    certificate,
    switchboard,
    mixer,
    clip: () => undefined,
    openRecordingFile: () => Promise.reject(new Error("nothing is recorded here")),
    readFile: () => Promise.reject(new Error("nothing is played here")),
    emit: (event) => events.push(event),
  });
  const far = createFarEnd({
    answer: answerOf(endpoint, farCertificate),
    certificate: farCertificate,
    clock,
    send: (datagram, from = at) => line.onSend(datagram, (altered, as = from) => wire.put(() => receive(altered, as))),
  });

  const line: Line = {
    endpoint,
    receive,
    events,
    mixer,
    clock,
    sent,
    get soundCount() {
      return soundCount;
    },
    get srtp() {
      return far.srtp();
    },
    onSend: (datagram, hand) => hand(datagram),
    check: (from) => {
      far.check(from);
      wire.carry();
    },
    connect: () => {
      far.check();
      far.startDtls();
      wire.carry();
    },
    rtp: far.rtp,
    beat: async () => {
      await clock.advance(BEAT_MS);
      endpoint.beat();
      for (const run of beats) run();
      wire.carry();
    },
    close: () => {
      endpoint.close();
      mixer.close();
      switchboard.close();
      far.close();
    },
  };
  return line;
}

/** Delivers one datagram after the other, like a network: a side receives only after it has finished sending. */
function createWire(): { put(arrive: () => void): void; carry(): void } {
  const onTheWay: (() => void)[] = [];
  let isCarrying = false;
  return {
    put: (arrive) => void onTheWay.push(arrive),
    carry: () => {
      if (isCarrying) return;
      isCarrying = true;
      for (let next = onTheWay.shift(); next !== undefined; next = onTheWay.shift()) next();
      isCarrying = false;
    },
  };
}

/** The endpoint's answer to the offer of a browser that has this certificate. */
function answerOf(endpoint: Endpoint, { fingerprint }: DtlsCertificate): string {
  const answer = endpoint.handle({
    kind: "answer",
    codecs: undefined,
    offer: browserOffer()
      .replace(/a=fingerprint:.*/, `a=fingerprint:sha-256 ${fingerprint}`)
      .replace("a=setup:actpass", "a=setup:active"),
  });
  if (answer.kind !== "answer") throw new Error("not answered");
  return answer.sdp;
}

interface FarEndParts {
  readonly answer: string;
  readonly certificate: DtlsCertificate;
  readonly clock: FakeClock;
  readonly send: (datagram: Buffer, from?: TransportAddress) => void;
}

/** ICE, DTLS and SRTP of the far end. */
function createFarEnd({ answer, certificate, clock, send }: FarEndParts) {
  const remoteUsername = /^a=ice-ufrag:(\S+)/m.exec(answer)?.[1] ?? "";
  const remotePassword = Buffer.from(/^a=ice-pwd:(\S+)/m.exec(answer)?.[1] ?? "");
  let srtp: SrtpSession | undefined;
  let dtls: ReturnType<typeof startDtlsSession> | undefined;

  const answerCheck = (datagram: Buffer): void => {
    const request = parseMessage(datagram, Buffer.from(PASSWORD));
    if (request?.messageClass !== classes.REQUEST) return;
    const response = new Message(methods.BINDING, classes.RESPONSE, request.transactionId)
      .setAttribute("XOR-MAPPED-ADDRESS", ["192.0.2.7", 40_000])
      .addMessageIntegrity(Buffer.from(PASSWORD))
      .addFingerprint();
    send(response.bytes);
  };

  return {
    srtp: () => srtp,
    receive: (datagram: Buffer): void => {
      const first = datagram[0] ?? 0;
      if (first >= 20 && first < 64) dtls?.receive(datagram);
      if (first < 4 && isStunMessage(datagram)) answerCheck(datagram);
    },
    check: (from?: TransportAddress): void => {
      const request = new Message(methods.BINDING, classes.REQUEST)
        .setAttribute("USERNAME", `${remoteUsername}:${USERNAME}`)
        .setAttribute("ICE-CONTROLLING", 1n)
        .setAttribute("USE-CANDIDATE", null)
        .addMessageIntegrity(remotePassword)
        .addFingerprint();
      send(request.bytes, from);
    },
    startDtls: (): void => {
      dtls = startDtlsSession({
        role: "client",
        certificate,
        setTimeout: clock.setTimeout,
        send: (datagram) => send(Buffer.from(datagram)),
        onFinished: (keys) => {
          srtp = createSrtpSession(keys);
        },
        onFailed: () => undefined,
      });
    },
    rtp: ({ sequence, payload, payloadType = 111, ssrc = 7 }: RtpParts): Buffer => {
      const header = Buffer.alloc(12);
      header[0] = 0x80;
      header[1] = payloadType;
      header.writeUInt16BE(sequence & 0xffff, 2);
      header.writeUInt32BE((sequence * 960) >>> 0, 4);
      header.writeUInt32BE(ssrc, 8);
      const packet = srtp?.protectRtp(header, payload);
      if (packet === undefined) throw new Error("not protected");
      return packet;
    },
    close: (): void => dtls?.close(),
  };
}

/** RFC 5761 §4. */
function isReport(datagram: Buffer): boolean {
  const second = datagram[1] ?? 0;
  return second >= 192 && second <= 223;
}
