/** The built server as a process of its own, with the demo company, on SQLite or PostgreSQL. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPostgresDatabase } from "../../apps/server/test/postgres-database.ts";
import { NODE_OPTIONS } from "../../e2e/support/server.ts";
import { DEMO_PASSWORD } from "../../apps/server/src/modules/users/index.ts";

const ENTRY = fileURLToPath(new URL("../../apps/server/dist/main.js", import.meta.url));
/** On SIGUSR2 the server collects garbage and prints its heap. */
const HEAP_REPORT = `data:text/javascript,${encodeURIComponent(
  'process.on("SIGUSR2", () => { gc(); gc(); process.stderr.write(`heap ${process.memoryUsage().heapUsed}\\n`); });',
)}`;
const TICKS_PER_SECOND = 100; // of /proc, sysconf(_SC_CLK_TCK) on Linux

export interface ChatServer {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** Bytes of its heap after garbage collection. */
  heap(): Promise<number>;
  /** Seconds of CPU that it has taken, all threads. */
  cpuSeconds(): number;
  /** Of a person of the demo company. */
  tokenOf(username: string): Promise<string>;
  remove(): Promise<void>;
}

interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

/** `fill`: writes to the database of the demo company while no server runs. */
export async function startChatServer({
  postgresUrl,
  fill,
}: {
  readonly postgresUrl: string | undefined;
  readonly fill: (place: Place) => Promise<void>;
}): Promise<ChatServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "callpanel-bench-"));
  const database = postgresUrl === undefined ? undefined : await createPostgresDatabase(postgresUrl);
  const place = { dataDir, databaseUrl: database?.databaseUrl };
  const first = await start(place);
  await stop(first.child);
  await fill(place);
  const { child, address, output } = await start(place);
  const { pid } = child;
  return {
    address,
    heap: async () => {
      const before = output().length;
      child.kill("SIGUSR2");
      for (;;) {
        const found = /heap (\d+)\n/.exec(output().slice(before))?.[1];
        if (found !== undefined) return Number(found);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    tokenOf: async (username) => {
      const answer = await fetch(`${address}/api/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ grant_type: "password", username, password: DEMO_PASSWORD }),
      });
      const body: unknown = await answer.json();
      if (typeof body === "object" && body !== null && "access_token" in body) return String(body.access_token);
      throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`);
    },
    remove: async () => {
      await stop(child);
      await database?.remove();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function start({ dataDir, databaseUrl }: Place) {
  const child = spawn(process.execPath, [...NODE_OPTIONS, "--expose-gc", "--import", HEAP_REPORT, ENTRY], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOST: "127.0.0.1",
      PORT: "0",
      STUN_PORT: "0",
      DEMO: "1",
      LOG_LEVEL: "warn",
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output)?.[0];
      if (found !== undefined) resolve(found.replace("localhost", "127.0.0.1"));
    });
    child.once("exit", () => reject(new Error(`the server ended:\n${output}`)));
  });
  return { child, address, output: () => output };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
