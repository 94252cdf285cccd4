/**
 * Transports into a video room for video-janus.bench.ts, in a process of their own, so that the CPU time of the servers is
 * theirs alone: each may send a picture in one layer, counts what it receives, and sends transport-wide feedback where asked.
 */
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { Message, classes, methods, parseMessage } from "werift";
import { createDtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import { ArrivalLog } from "../../packages/media/src/video/incoming/arrival-log.ts";
import { readCompound } from "../../packages/media/src/video/wire/rtcp-reader.ts";
import { RtpPacket } from "../../packages/media/src/video/wire/rtp-packet.ts";
import { createRoomClient } from "../../packages/media/test/room-client.ts";
import { VIDEO_IDS, VideoSender, withTransportNumber } from "../../packages/media/test/video-sender.ts";

export type ToPictures =
  /** `sender`: sends a picture as this one; null: only receives. */
  | { readonly kind: "open"; readonly name: string; readonly sender: number | null; readonly address: string }
  | { readonly kind: "connect"; readonly name: string; readonly description: string }
  | { readonly kind: "count" };

/** What a description says of it. */
export interface OwnTransport {
  readonly fingerprint: string;
  readonly password: string;
  readonly port: number;
}

export type FromPictures =
  | ({ readonly kind: "opened"; readonly name: string } & OwnTransport)
  | { readonly kind: "connected"; readonly name: string }
  | { readonly kind: "counted"; readonly packets: number; readonly bytes: number; readonly latestMs: number };

/** Of the picture that each sends. */
const RATE = 400_000;
const BEAT_MS = 20;
const members = new Map<string, ReturnType<typeof createMember>>();
const counted = { packets: 0, bytes: 0, latestMs: 0 };

process.on("message", (message: ToPictures) => {
  if (message.kind === "open") members.set(message.name, createMember(message));
  else if (message.kind === "connect") members.get(message.name)?.accept(message.description);
  else {
    tell({ kind: "counted", ...counted });
    Object.assign(counted, { packets: 0, bytes: 0, latestMs: 0 });
  }
});

function tell(message: FromPictures): void {
  process.send?.(message);
}

const ICE_PASSWORD = "0123456789abcdef0123456789";

function createMember({ name, sender, address: own }: Extract<ToPictures, { kind: "open" }>) {
  const socket = createSocket("udp4");
  const certificate = createDtlsCertificate(Date.now());
  socket.bind(0, own, () =>
    tell({
      kind: "opened",
      name,
      fingerprint: certificate.fingerprint,
      password: ICE_PASSWORD,
      port: socket.address().port,
    }),
  );
  const pictures =
    sender === null ? undefined : new VideoSender({ sender, random: Math.random, rids: [], rates: [RATE] });
  const arrivals = new ArrivalLog();
  const rtp = new RtpPacket();
  let [port, transportNumber, beats] = [0, 0, 0];
  let address = "";
  const client = createRoomClient({
    name,
    browserOffer: "",
    certificate,
    setTimeout: (run, ms) => {
      const timeout = setTimeout(run, ms);
      return () => clearTimeout(timeout);
    },
    send: (datagram) => socket.send(datagram, port, address),
    onConnected: () => tell({ kind: "connected", name }),
    onRtp: (packet) => {
      counted.packets += 1;
      counted.bytes += packet.length;
      if (rtp.read(packet, VIDEO_IDS)) arrivals.note(rtp.transportSequence, Date.now());
    },
    onRtcp: (compound) => {
      for (const packet of readCompound(compound)) {
        if (packet.kind === "key-frame-request") pictures?.key(packet.media);
        if (packet.kind !== "nack") continue;
        for (const one of packet.sequences) send(pictures?.resend(packet.media, one));
      }
    },
  });
  socket.on("message", (datagram, from) => {
    // Janus checks the way back too; what it sends begins with two bits of 0 (RFC 7983).
    if (datagram.readUInt8(0) < 4) answerCheck(socket, datagram, from);
    else client.receive(datagram);
  });
  const send = (packet: Buffer | undefined): void => {
    if (packet !== undefined) client.sendRtp(withTransportNumber(packet, (transportNumber += 1) & 0xffff));
  };
  return {
    accept: (description: string) => {
      const [, ofServer = "", portOfServer] = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+)/im.exec(description) ?? [];
      [address, port] = [ofServer, Number(portOfServer)];
      client.accept(description);
    },
    beat: () => {
      beats += 1;
      if (beats % 50 === 0 && port > 0) client.check();
      if (!client.isConnected) return;
      if (beats % 2 === 0) for (const packet of pictures?.picture(Date.now()) ?? []) send(packet);
      if (beats % 5 === 0) for (const feedback of arrivals.feedback(1, 1)) client.sendRtcp(feedback);
    },
  };
}

function answerCheck(
  socket: Socket,
  datagram: Buffer,
  { address, port }: { readonly address: string; readonly port: number },
): void {
  const request = parseMessage(datagram, Buffer.from(ICE_PASSWORD));
  if (request === undefined || request.messageClass !== classes.REQUEST) return;
  const response = new Message(methods.BINDING, classes.RESPONSE, request.transactionId)
    .setAttribute("XOR-MAPPED-ADDRESS", [address, port])
    .addMessageIntegrity(Buffer.from(ICE_PASSWORD))
    .addFingerprint();
  socket.send(response.bytes, port, address);
}

let next = performance.now();
setInterval(() => {
  counted.latestMs = Math.max(counted.latestMs, performance.now() - next);
  for (; next <= performance.now(); next += BEAT_MS) for (const member of members.values()) member.beat();
}, BEAT_MS / 2);
