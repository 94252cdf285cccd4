/** Members of a room for rooms.bench.ts, in a separate process: each sends Opus every 20 ms with its level. */
import { createPacketCodec } from "../../packages/testkit/src/audio/packet-codec.ts";
import { tonePcm } from "../../packages/testkit/src/audio/tone.ts";
import { createMediaPeer } from "../../packages/testkit/src/media-peer.ts";
import type { MediaPeer } from "../../packages/testkit/src/media-peer.ts";

export type ToRoomLoad =
  | { readonly kind: "join"; readonly id: number; readonly offer: string }
  /** The first `talking` of all members speak, the others are silent. */
  | { readonly kind: "send"; readonly talking: number; readonly forMs: number };

export type FromRoomLoad =
  | { readonly kind: "joined"; readonly id: number; readonly answer: string }
  | { readonly kind: "sent"; readonly received: number };

const FRAMES = 50;
const LOUD = 17; // dB below full scale
const SILENT = 127;
const members: MediaPeer[] = [];
const speech = encode(0.2);
const silence = encode(0);
let sequence = 0;

function encode(amplitude: number): readonly Buffer[] {
  const codec = createPacketCodec("opus");
  const frames = Array.from({ length: FRAMES }, (_, i) =>
    codec.encode(tonePcm({ frequencyHz: 350, amplitude }, { sampleRate: 48_000, samples: 960, fromSample: i * 960 })),
  );
  codec.close();
  return frames;
}

function send(talking: number, forMs: number): void {
  const startedAt = performance.now();
  const before = received();
  let beats = 0;
  const timer = setInterval(() => {
    for (; beats * 20 <= performance.now() - startedAt; beats += 1) {
      sequence += 1;
      for (const [i, member] of members.entries()) {
        const payload = (i < talking ? speech : silence)[sequence % FRAMES];
        if (payload === undefined) continue;
        const level = i < talking ? LOUD : SILENT;
        const { audio } = member.payloadTypes;
        member.sendPacket({ payloadType: audio, sequence, timestamp: sequence * 960, payload, level });
      }
    }
    if (performance.now() - startedAt < forMs) return;
    clearInterval(timer);
    post({ kind: "sent", received: received() - before });
  }, 5);
}

function received(): number {
  return members.reduce((sum, { packets }) => sum + packets.length, 0);
}

function post(message: FromRoomLoad): void {
  process.send?.(message);
}

process.on("message", (message: ToRoomLoad) => {
  if (message.kind === "send") return send(message.talking, message.forMs);
  const member = createMediaPeer({ codec: "opus", audioLevel: true });
  members.push(member);
  void member.answer(message.offer).then((answer) => post({ kind: "joined", id: message.id, answer }));
});
