import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildMediaWorker, bundleForNode } from "@callpanel/testkit";
import { createMediaEngine } from "../../packages/media/src/media.engine.ts";
import type { MediaEngine, MediaPort } from "../../packages/media/src/media.port.ts";
import type { Report } from "../figure.ts";
import { nextMessage } from "../load/load-messages.ts";
import type { FromRoomLoad, ToRoomLoad } from "../load/room-load.ts";

const FOR_MS = 10_000;
const WARM_UP_MS = 2000;

interface Rooms {
  readonly count: number;
  readonly members: number;
  /** Talking in each room; one measurement for each number. */
  readonly talking: readonly number[];
  /** Percent of one core. */
  readonly bound: number;
}

const CASES: readonly Rooms[] = [
  { count: 1, members: 20, talking: [3, 20], bound: 40 },
  { count: 1, members: 100, talking: [3], bound: 80 },
  { count: 10, members: 10, talking: [10], bound: 80 },
];

/** Rooms of Opus parties in one worker; the parties run in another process. */
export async function run(report: Report): Promise<void> {
  for (const rooms of CASES) await measureRooms(rooms, report);
}

async function measureRooms({ count, members, talking: cases, bound }: Rooms, report: Report): Promise<void> {
  const engine = createMediaEngine({ workerUrl: await buildMediaWorker(), workerCount: 1, mediaAddress: "127.0.0.1" });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/room-load.ts", import.meta.url))));
  const all = count * members;
  const what = count === 1 ? `a room of ${members}` : `${count} rooms of ${members}`;
  try {
    await fillRooms(engine, load, { count, members });
    await sendFor(load, all, WARM_UP_MS);
    for (const talking of cases) {
      const { cpuPercent, received } = await measure(load, talking * count);
      report({
        name: `rooms: one core busy with ${what}, ${talking} talking`,
        value: cpuPercent,
        unit: "%",
        bound,
        better: "lower",
        against: "bound of docs/spec/media.md",
      });
      report({
        name: `rooms: packets to each member a second, ${what}, ${talking} talking`,
        value: received / all / (FOR_MS / 1000),
        unit: "packets",
        bound: 49,
        better: "higher",
        against: "one each 20 ms",
      });
    }
  } finally {
    load.kill();
    await engine.close();
  }
}

async function fillRooms(
  engine: MediaEngine,
  load: ChildProcess,
  { count, members }: Pick<Rooms, "count" | "members">,
): Promise<void> {
  for (let room = 0; room < count; room += 1) {
    const ports: MediaPort[] = [];
    for (let place = 0; place < members; place += 1) ports.push(await join(engine, load, room * members + place));
    for (const port of ports) port.hear({ kind: "mix", ports: ports.filter((other) => other !== port) });
  }
}

async function join(engine: MediaEngine, load: ChildProcess, id: number): Promise<MediaPort> {
  const port = engine.open();
  const { sdp } = await port.offer({ codecs: ["opus"] });
  const connected = new Promise<void>((resolve) => {
    port.subscribe(({ kind }) => {
      if (kind === "connected") resolve();
    });
  });
  const joined = nextMessage<FromRoomLoad>(load, (message) => message.kind === "joined" && message.id === id);
  post(load, { kind: "join", id, offer: sdp });
  const message = await joined;
  if (message.kind === "joined") await port.accept({ answer: message.answer });
  await connected;
  return port;
}

async function measure(load: ChildProcess, talking: number): Promise<{ cpuPercent: number; received: number }> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const received = await sendFor(load, talking, FOR_MS);
  const { user, system } = process.cpuUsage(before);
  return { cpuPercent: (user + system) / 10 / (performance.now() - startedAt), received };
}

async function sendFor(load: ChildProcess, talking: number, forMs: number): Promise<number> {
  const done = nextMessage<FromRoomLoad>(load, ({ kind }) => kind === "sent");
  post(load, { kind: "send", talking, forMs });
  const message = await done;
  return message.kind === "sent" ? message.received : 0;
}

function post(load: ChildProcess, message: ToRoomLoad): void {
  load.send(message);
}
