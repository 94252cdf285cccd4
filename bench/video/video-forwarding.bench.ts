import { createVideoRoom } from "../../packages/media/src/index.ts";
import type { VideoRoom } from "../../packages/media/src/index.ts";
import { seededRandom } from "@callpanel/testkit";
import { ArrivalLog } from "../../packages/media/src/video/incoming/arrival-log.ts";
import {
  PAYLOAD_TYPE,
  RTX_PAYLOAD_TYPE,
  VIDEO_IDS,
  VideoSender,
  soundPacket,
} from "../../packages/media/test/video-sender.ts";
import type { Report } from "../figure.ts";

/**
 * What forwarding costs inside the engine: the core only, without sockets and encryption. Time is a number here; ten
 * seconds of a room go by as fast as they can be worked through.
 */
export function run(report: Report): void {
  measure(report, { members: 8, seen: 7 });
  measure(report, { members: 20, seen: 9 });
}

interface RoomSize {
  readonly members: number;
  /** By each; one of them large. */
  readonly seen: number;
}

const WARM_UP_MS = 10_000;
const FOR_MS = 10_000;
const TICK_MS = 20;

function measure(report: Report, { members, seen }: RoomSize): void {
  const load = createLoad({ members, seen });
  for (let at = 0; at < WARM_UP_MS; at += TICK_MS) load.tick();
  load.reset();
  for (let at = 0; at < FOR_MS; at += TICK_MS) load.tick();
  const { busyMs, packets, bytes, large } = load.totals;
  if (large < members) throw new Error(`only ${large} of ${members} get their large picture`);
  const what = `a room of ${members}, ${seen} seen by each`;
  const megabits = (bytes * 8) / 1e6 / (FOR_MS / 1000);
  const core = "core only: no sockets, no encryption";
  report({
    name: `video forwarding, ${core}: packets a second that one CPU core forwards, ${what}`,
    value: packets / (busyMs / 1000),
    unit: "packets/s",
    bound: 70_000,
    better: "higher",
    against: "sends a second that fill a core in Node's dgram",
  });
  report({
    name: `video forwarding, ${core}: CPU per forwarded Mbit/s, ${what} (${megabits.toFixed(1)} Mbit/s)`,
    value: busyMs / (FOR_MS / 1000) / megabits,
    unit: "ms/s",
    bound: 2,
    better: "lower",
    against: "a fifth of a core at 100 Mbit/s",
  });
}

function createLoad({ members, seen }: RoomSize) {
  const random = seededRandom(1);
  const ids = Array.from({ length: members }, (_, index) => `p${index}`);
  const logs = new Map(ids.map((id) => [id, new ArrivalLog()]));
  const senders = ids.map((_, index) => new VideoSender({ sender: index + 1, random, temporalLayers: 2 }));
  const totals = { busyMs: 0, packets: 0, bytes: 0, large: 0 };
  let nowMs = 1_700_000_000_000;
  const receivedBy = new Map<string, number>();
  const asked: { readonly sender: number; readonly report: Buffer }[] = [];
  const room: VideoRoom = createVideoRoom({
    randomUint32: () => Math.floor(random() * 2 ** 32),
    send: (id, packet, headerLength) => {
      totals.packets += 1;
      totals.bytes += packet.length;
      receivedBy.set(id, (receivedBy.get(id) ?? 0) + packet.length);
      logs.get(id)?.note(packet.readUInt16BE(headerLength - 3), nowMs + 20);
    },
    sendReport: (id, packet) => {
      // A key frame request: type 206, format 1.
      if (packet[1] === 206 && (packet.readUInt8(0) & 0x1f) === 1)
        asked.push({ sender: ids.indexOf(id), report: packet });
    },
    onSlots: () => undefined,
    onTalking: () => undefined,
    onStalled: () => undefined,
    onLink: () => undefined,
    onVoices: () => undefined,
    onSound: () => undefined,
  });
  for (const id of ids) {
    room.join(id, {
      extensions: VIDEO_IDS,
      sends: [
        { kind: "voice", mid: "0", payloadType: 111 },
        {
          kind: "camera",
          mid: "1",
          payloadType: PAYLOAD_TYPE,
          rtxPayloadType: RTX_PAYLOAD_TYPE,
          rids: ["l", "m", "h"],
        },
      ],
      pictures: {
        payloadType: PAYLOAD_TYPE,
        rtxPayloadType: RTX_PAYLOAD_TYPE,
        mids: ids.slice(0, seen).map((_, at) => `v${at}`),
      },
      sounds: { payloadType: 111, mids: ["a0", "a1", "a2"], transportSequence: VIDEO_IDS.transportSequence },
    });
    room.connected(id, nowMs);
  }
  ids.forEach((id, index) => {
    const others = Array.from({ length: seen }, (_, at) => ids[(index + at + 1) % members] ?? "");
    const tiles = others.map((participant, at) => ({
      participant,
      kind: "camera" as const,
      priority: at === 0 ? ("large" as const) : ("small" as const),
      width: at === 0 ? 960 : 240,
      height: at === 0 ? 540 : 135,
    }));
    room.show(id, tiles, nowMs);
  });

  let sequence = 0;
  const tick = (): void => {
    nowMs += TICK_MS;
    sequence += 1;
    for (const { sender, report } of asked.splice(0)) senders[sender]?.key(report.readUInt32BE(8));
    const packets = senders.map((sender, index) => [
      ...(nowMs % 40 === 0 ? sender.picture(nowMs) : []),
      soundPacket({ ssrc: 90_000 + index, sequence, timestamp: sequence * 960, level: index < 4 ? 25 + index : 90 }),
    ]);
    const feedback = nowMs % 100 === 0 ? ids.map((id) => logs.get(id)?.feedback(1, 1) ?? []) : [];
    const start = process.cpuUsage();
    packets.forEach((ofOne, index) => {
      for (const packet of ofOne) room.packetFrom(ids[index] ?? "", packet, nowMs);
    });
    feedback.forEach((ofOne, index) => {
      for (const report of ofOne) room.reportFrom(ids[index] ?? "", report, nowMs);
    });
    room.beat(nowMs);
    const { user, system } = process.cpuUsage(start);
    totals.busyMs += (user + system) / 1000;
    // Everything but the highest layer of the large one is less.
    totals.large = [...receivedBy.values()].filter((bytes) => bytes * 8 > 2e6 * (FOR_MS / 1000)).length;
  };
  const reset = (): void => {
    Object.assign(totals, { busyMs: 0, packets: 0, bytes: 0, large: 0 });
    receivedBy.clear();
  };
  return { tick, reset, totals };
}
