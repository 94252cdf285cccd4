import { randomUUID } from "node:crypto";
import pg from "pg";
import { Connection } from "rabbitmq-client";
import { it } from "vitest";
import { connectPostgresBus } from "../src/adapters/postgres/index.ts";
import { connectRabbitBus } from "../src/adapters/rabbitmq/index.ts";
import type { BusTransportEvents, ConnectBus } from "../src/kernel/bus/bus-transport.port.ts";
import type { Clock } from "../src/kernel/clock.ts";
import { openCable } from "./cable.ts";
import { createPostgresDatabase } from "./postgres-database.ts";
import { silentLog } from "./temporary-storage.ts";

/** The connection of the buses of several servers, and its faults. */
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
  const { TEST_POSTGRES_ONLY: only, TEST_DATABASE_URL: postgresUrl, TEST_BROKER_URL: brokerUrl } = process.env;
  if (only === undefined) suite("in memory", async () => openMemorySite());
  if (postgresUrl !== undefined) suite("PostgreSQL", () => openPostgresSite(postgresUrl));
  else if (only !== undefined) it.skip("needs PostgreSQL");
  if (brokerUrl !== undefined) suite("RabbitMQ", () => openRabbitSite(brokerUrl));
  else if (only !== undefined) it.skip("needs RabbitMQ");
}

const MOST_BYTES = 7_999;

export function openMemorySite(): BusSite {
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

async function openRabbitSite(brokerUrl: string): Promise<BusSite> {
  const databaseId = randomUUID();
  const other = new Connection(brokerUrl);
  const publisher = other.createPublisher({ confirm: true });
  const cable = await openCable(new URL(brokerUrl));
  return {
    connect: connectRabbitBus({ url: cable.url, databaseId, clock: wallClock, log: silentLog }),
    inject: (text) => publisher.send({ exchange: `callpanel.${databaseId}` }, text),
    cut: cable.cut,
    mend: cable.mend,
    remove: async () => {
      await publisher.close();
      await other.close();
      await cable.remove();
    },
  };
}

/** Its timers are those of new connections. */
export const wallClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
