import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";
import pg from "pg";
import { it } from "vitest";
import { connectPostgresBus } from "../src/adapters/postgres/index.ts";
import type { BusTransportEvents, ConnectBus } from "../src/kernel/bus/bus-transport.port.ts";
import type { Clock } from "../src/kernel/clock.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { silentLog } from "./temporary-storage.ts";

/** What joins the buses of several servers, and what may befall it. */
export interface BusSite {
  /** The transport of one more server. */
  readonly connect: ConnectBus;
  /** Any other program that reaches the transport sends a text. */
  inject(text: string): Promise<void>;
  /** All servers lose their connections, and get no new one. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  remove(): Promise<void>;
}

type Suite = (kind: string, open: () => Promise<BusSite>) => void;

/** Runs a suite of tests on each transport of the bus that can be had; with TEST_POSTGRES_ONLY on those of several processes. */
export function onEachBus(suite: Suite): void {
  const postgresUrl = process.env["TEST_DATABASE_URL"];
  if (process.env["TEST_POSTGRES_ONLY"] === undefined) suite("in memory", async () => openMemorySite());
  else if (postgresUrl === undefined) it.skip("needs PostgreSQL");
  if (postgresUrl !== undefined) suite("PostgreSQL", () => openPostgresSite(postgresUrl));
}

const MOST_BYTES = 7_999;

function openMemorySite(): BusSite {
  const servers = new Set<BusTransportEvents>();
  let isCut = false;
  const inject = async (text: string): Promise<void> => {
    for (const { received } of servers) received(text);
  };
  return {
    connect: (events) => {
      servers.add(events);
      return {
        mostBytes: MOST_BYTES,
        ready: Promise.resolve(),
        send: async (text) => {
          if (isCut) throw new Error("there is no connection");
          await inject(text);
        },
        close: async () => void servers.delete(events),
      };
    },
    inject,
    cut: async () => {
      isCut = true;
    },
    mend: async () => {
      isCut = false;
      for (const { reconnected } of servers) reconnected();
    },
    remove: async () => undefined,
  };
}

async function openPostgresSite(postgresUrl: string): Promise<BusSite> {
  const database = await createPostgresDatabase(postgresUrl);
  const other = new pg.Client({ connectionString: database.databaseUrl });
  await other.connect();
  const cable = await openCable(new URL(database.databaseUrl));
  return {
    connect: connectPostgresBus({ url: cable.url, clock: wallClock, log: silentLog }),
    inject: async (text) => void (await other.query("select pg_notify('callpanel_bus', $1)", [text])),
    cut: cable.cut,
    mend: cable.mend,
    remove: async () => {
      await other.end();
      await database.remove();
      await cable.remove();
    },
  };
}

/** Its timers are those of new connections. */
const wallClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** An address in front of a server, which can be cut off. */
async function openCable(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) sockets.add(socket);
    const ended = (): void => {
      for (const socket of [near, far]) sockets.delete(socket.destroy());
    };
    pipeline(near, far, ended);
    pipeline(far, near, ended);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = typeof address === "object" && address !== null ? String(address.port) : "";
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: async () => {
      isCut = true;
      drop();
    },
    mend: async () => {
      isCut = false;
    },
    remove: async () => {
      drop();
      server.close();
      await once(server, "close");
    },
  };
}
