/**
 * Members of a video room for video-room.bench.ts, in a process of their own, so that the engine's CPU time is its own: a
 * voice and a camera in three layers from each, counted packets and transport-wide feedback from what they receive.
 */
import { createSocket } from "node:dgram";
import { createDtlsCertificate } from "../../packages/media/src/dtls/certificate.ts";
import { ArrivalLog } from "../../packages/media/src/video/incoming/arrival-log.ts";
import { readCompound } from "../../packages/media/src/video/wire/rtcp-reader.ts";
import { RtpPacket } from "../../packages/media/src/video/wire/rtp-packet.ts";
import { createRoomClient } from "../../packages/media/test/room-client.ts";
import { VIDEO_IDS, VideoSender, soundPacket, withTransportNumber } from "../../packages/media/test/video-sender.ts";

export type ToMembers =
  | { readonly kind: "offer"; readonly member: number; readonly browserOffer: string; readonly pictures: number }
  | { readonly kind: "answer"; readonly member: number; readonly answer: string }
  | { readonly kind: "count" };

export type FromMembers =
  | { readonly kind: "offer"; readonly member: number; readonly offer: string }
  /** Since the last count: what all of them received, how many got more than their small tiles, and how late the beats were. */
  | { readonly kind: "count"; readonly packets: number; readonly bytes: number; readonly latestMs: number };

const BEAT_MS = 20;
const members = new Map<number, ReturnType<typeof createMember>>();
const counted = { packets: 0, bytes: 0, latestMs: 0 };

process.on("message", (message: ToMembers) => {
  if (message.kind === "offer") {
    const member = createMember(message.member, message.browserOffer);
    members.set(message.member, member);
    tell({ kind: "offer", member: message.member, offer: member.offer(message.pictures) });
  } else if (message.kind === "answer") members.get(message.member)?.accept(message.answer);
  else {
    tell({ kind: "count", ...counted });
    Object.assign(counted, { packets: 0, bytes: 0, latestMs: 0 });
  }
});

function tell(message: FromMembers): void {
  process.send?.(message);
}

function createMember(number: number, browserOffer: string) {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  const sender = new VideoSender({ sender: number + 1, random: Math.random, temporalLayers: 2 });
  const arrivals = new ArrivalLog();
  const rtp = new RtpPacket();
  let [port, sequence, transportNumber, beats] = [0, 0, 0, 0];
  const client = createRoomClient({
    name: `member${number}`,
    browserOffer,
    certificate: createDtlsCertificate(Date.now()),
    setTimeout: (run, ms) => {
      const timeout = setTimeout(run, ms);
      return () => clearTimeout(timeout);
    },
    send: (datagram) => socket.send(datagram, port, "127.0.0.1"),
    onRtp: (packet) => {
      counted.packets += 1;
      counted.bytes += packet.length;
      if (rtp.read(packet, VIDEO_IDS)) arrivals.note(rtp.transportSequence, Date.now());
    },
    onRtcp: (compound) => {
      for (const packet of readCompound(compound)) {
        if (packet.kind === "key-frame-request") sender.key(packet.media);
        if (packet.kind !== "nack") continue;
        for (const one of packet.sequences) send(sender.resend(packet.media, one));
      }
    },
  });
  socket.on("message", (datagram) => client.receive(datagram));

  const send = (packet: Buffer | undefined): void => {
    if (packet !== undefined) client.sendRtp(withTransportNumber(packet, (transportNumber += 1) & 0xffff));
  };
  const beat = (): void => {
    beats += 1;
    sequence += 1;
    if (beats % 50 === 0) client.check();
    if (!client.isConnected) return;
    if (beats % 2 === 0) for (const packet of sender.picture(Date.now())) send(packet);
    // Four talk; the others are silent.
    send(
      soundPacket({ ssrc: 90_000 + number, sequence, timestamp: sequence * 960, level: number < 4 ? 25 + number : 90 }),
    );
    if (beats % 5 === 0) for (const feedback of arrivals.feedback(1, 1)) client.sendRtcp(feedback);
  };
  return {
    offer: (pictures: number) => client.offer({ sounds: 3, pictures }),
    accept: (answer: string) => {
      port = Number(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+)/m.exec(answer)?.[1]);
      client.accept(answer);
    },
    beat,
  };
}

let next = performance.now();
setInterval(() => {
  counted.latestMs = Math.max(counted.latestMs, performance.now() - next);
  for (; next <= performance.now(); next += BEAT_MS) for (const member of members.values()) member.beat();
}, BEAT_MS / 2);
