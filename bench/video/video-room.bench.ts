import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildMediaWorker, bundleForNode } from "@callpanel/testkit";
import { createMediaEngine } from "../../packages/media/src/media.engine.ts";
import type { VideoRoomPort } from "../../packages/media/src/video.port.ts";
import type { Report } from "../figure.ts";
import type { FromMembers, ToMembers } from "../load/room-members.ts";

const OFFER = readFileSync(new URL("../../packages/media/test/offers/chromium.sdp", import.meta.url), "utf8");
/** Until every estimate lets the large picture through. */
const WARM_UP_MS = 15_000;
const FOR_MS = 10_000;

/** A whole room in one built worker, over real sockets with encryption; its members run in another process. */
export async function run(report: Report): Promise<void> {
  const eight = await measure(8, 7);
  report({
    name: `video room of 8, each sees one large and seven small: one core busy (${eight.megabits.toFixed(1)} Mbit/s out)`,
    value: eight.corePercent,
    unit: "%",
    bound: 100,
    better: "lower",
    against: "bound of issue 16",
  });
  report({
    name: "video room of 8: CPU per forwarded Mbit/s",
    value: (eight.corePercent * 10) / eight.megabits,
    unit: "ms/s",
    bound: 50,
    better: "lower",
    against: "a core for the 20 Mbit/s of such a room",
  });
  const twenty = await measure(20, 9);
  report({
    name: `video room of 20, nine seen by each: one core busy (${twenty.megabits.toFixed(1)} Mbit/s out, load ${twenty.latestMs.toFixed(0)} ms late at most)`,
    value: twenty.corePercent,
    unit: "%",
    bound: 200,
    better: "lower",
    against: "two cores",
  });
}

interface Measured {
  readonly corePercent: number;
  readonly megabits: number;
  readonly latestMs: number;
}

async function measure(count: number, seen: number): Promise<Measured> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/room-members.ts", import.meta.url))));
  try {
    const room = engine.openVideoRoom();
    await connect(room, load, count, seen);
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    await counted(load);
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await new Promise((resolve) => setTimeout(resolve, FOR_MS));
    const used = process.cpuUsage(before);
    const ms = performance.now() - startedAt;
    const { bytes, latestMs } = await counted(load);
    return { corePercent: (used.user + used.system) / 10 / ms, megabits: (bytes * 8) / 1000 / ms, latestMs };
  } finally {
    load.kill();
    await engine.close();
  }
}

async function connect(room: VideoRoomPort, load: ChildProcess, count: number, seen: number): Promise<void> {
  let connected = 0;
  room.subscribe((event) => {
    if (event.kind === "connected") connected += 1;
  });
  for (let member = 0; member < count; member += 1) {
    const { offer } = await asked(load, { kind: "offer", member, browserOffer: OFFER, pictures: seen }, "offer");
    const sends = [
      { mid: "0", kind: "voice" },
      { mid: "1", kind: "camera" },
    ] as const;
    const { answer } = await room.join(`p${member}`, { offer, sends });
    load.send({ kind: "answer", member, answer } satisfies ToMembers);
  }
  for (let waited = 0; connected < count && waited < 100; waited += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (connected < count) throw new Error(`only ${connected} of ${count} are connected`);
  for (let member = 0; member < count; member += 1) {
    const tiles = Array.from({ length: seen }, (_, at) => ({
      participant: `p${(member + at + 1) % count}`,
      kind: "camera" as const,
      priority: at === 0 ? ("large" as const) : ("small" as const),
      width: at === 0 ? 960 : 240,
      height: at === 0 ? 540 : 135,
    }));
    room.show(`p${member}`, tiles);
  }
}

const counted = (load: ChildProcess) => asked(load, { kind: "count" }, "count");

async function asked<Kind extends FromMembers["kind"]>(
  load: ChildProcess,
  message: ToMembers,
  kind: Kind,
): Promise<Extract<FromMembers, { kind: Kind }>> {
  const isWanted = (reply: FromMembers): reply is Extract<FromMembers, { kind: Kind }> => reply.kind === kind;
  return new Promise((resolve) => {
    const take = (reply: FromMembers): void => {
      if (!isWanted(reply)) return;
      load.off("message", take);
      resolve(reply);
    };
    load.on("message", take);
    load.send(message);
  });
}
