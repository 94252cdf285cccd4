/** Chat of the built server, over real sockets: from sent to seen with ten and with a thousand panels, which run in another process. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { bundleForNode } from "@callpanel/testkit";
import { createStores, openDatabase } from "../../apps/server/src/app/services/storage.ts";
import { applyCompany, createDemoCompany } from "../../apps/server/src/modules/administration/index.ts";
import { silentLog } from "../../apps/server/test/temporary-storage.ts";
import type { Report } from "../figure.ts";
import type { PanelsOrder, PanelsReport, WriteOrder } from "../load/chat-panels.ts";
import { startChatServer } from "../load/chat-server.ts";
import { nextMessage } from "../load/load-messages.ts";
import { percentile } from "../percentile.ts";

const PEOPLE = 50;
const ROOMS = 100;
const PEOPLE_OF_ROOM = 5;
const WARM: WriteOrder = { perSecond: 50, seconds: 5 };
/** The short form; the figure of issue 15 is taken with minutes. */
const SECONDS = 60 * Number(process.env["CHAT_MINUTES"] ?? 0.5);
const LOADS = [
  { panels: 10, perSecond: 5 },
  { panels: 1_000, perSecond: 100 },
] as const;
const SEEN_BOUND_MS = 100; // issue 15, figures
const HEAP_BOUND_MB = 10;
const AGAINST = "bound of issue 15";

export async function run(report: Report): Promise<void> {
  for (const load of LOADS) await measure(load, report);
}

async function measure({ panels, perSecond }: (typeof LOADS)[number], report: Report): Promise<void> {
  let rooms: PanelsOrder["rooms"] = [];
  const people = Math.min(PEOPLE, panels);
  const server = await startChatServer({
    postgresUrl: undefined,
    fill: async (place) => {
      rooms = await fillOffice(place.dataDir, people);
    },
  });
  const load = fork(fileURLToPath(await bundleForNode(new URL("../load/chat-panels.ts", import.meta.url))));
  try {
    const tokens: string[] = [];
    for (const name of NAMES.slice(0, people)) tokens.push(await server.tokenOf(name));
    const opened = nextMessage<unknown>(load, (message) => message === "open");
    load.send({ address: server.address, tokens, panels, rooms } satisfies PanelsOrder);
    await opened;
    const write = async (order: WriteOrder): Promise<PanelsReport> => {
      const written = nextMessage<PanelsReport>(load, (message) => "latenciesMs" in message);
      load.send(order);
      return await written;
    };
    await write({ ...WARM, perSecond: Math.min(WARM.perSecond, perSecond) });
    const [heap, cpu, begun] = [await server.heap(), server.cpuSeconds(), performance.now()];
    const { latenciesMs, wanted } = await write({ perSecond, seconds: SECONDS });
    const cores = (server.cpuSeconds() - cpu) / ((performance.now() - begun) / 1_000);
    const grownMb = ((await server.heap()) - heap) / 1024 ** 2;
    const figure = (what: string, value: number, unit: string, bound: number, better: "lower" | "higher" = "lower") =>
      report({
        name: `${panels} panels, ${perSecond} messages/s: ${what}`,
        value,
        unit,
        bound,
        better,
        against: AGAINST,
      });
    figure("sent to seen, p95", percentile(latenciesMs, 95), "ms", SEEN_BOUND_MS);
    figure("sent to seen, p50", percentile(latenciesMs, 50), "ms", SEEN_BOUND_MS);
    figure("seen of all that were to be seen", (latenciesMs.length / wanted) * 100, "%", 100, "higher");
    figure("CPU of the server", cores, "cores", 1);
    figure(`heap grown in ${SECONDS} s, after garbage collection`, Math.max(0.01, grownMb), "MB", HEAP_BOUND_MB);
  } finally {
    load.kill();
    await server.remove();
  }
}

const NAMES = Array.from({ length: PEOPLE }, (_, at) => `person${at}`);

/** Fifty people more, and a hundred groups of five of them. */
async function fillOffice(dataDir: string, people: number): Promise<PanelsOrder["rooms"]> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
  try {
    const { company, users, chat } = createStores(db);
    const demo = createDemoCompany();
    const [someone] = demo.users;
    if (someone === undefined) throw new Error("the demo company has people");
    const added = NAMES.map((username, at) => ({ ...someone, username, extension: String(2_000 + at) }));
    await applyCompany(company, { ...demo, services: [], items: [], users: added });
    const accounts = await Promise.all(NAMES.map((name) => users.byUsername(name)));
    const realmId = accounts[0]?.realm.id ?? 0;
    const rooms: Array<PanelsOrder["rooms"][number]> = [];
    for (let at = 0; at < ROOMS; at += 1) {
      const members = Array.from({ length: PEOPLE_OF_ROOM }, (_, place) => (at + place * 7) % people);
      const room = await chat.createRoom({
        realmId,
        type: "p",
        name: `Room ${at}`,
        topic: "",
        readOnly: false,
        directKey: null,
        at: 1,
        members: members.map((member) => ({ userId: accounts[member]?.id ?? 0, role: "owner", notify: "all" })),
      });
      if (room !== undefined) rooms.push({ id: String(room.id), members });
    }
    return rooms;
  } finally {
    await db.destroy();
  }
}
