import { connectPostgresBus } from "../../adapters/postgres/index.ts";
import { connectRabbitBus } from "../../adapters/rabbitmq/index.ts";
import { createBus, type Bus } from "../../kernel/bus/bus.ts";
import type { ConnectBus } from "../../kernel/bus/bus-transport.port.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { Settings } from "../config.ts";
import { databaseIdOf, type Stores } from "./storage.ts";

interface BusParts {
  readonly stores: Pick<Stores, "serverKeys">;
  readonly clock: Clock;
  readonly log: Log;
}

type BusSettings = Pick<Settings, "databaseUrl" | "brokerUrl">;

/** BUS-7: the bus of the servers that share the database; with SQLite there is only one. */
export async function openBus(settings: BusSettings, parts: BusParts): Promise<Bus> {
  const bus = createBus({ ...parts, connect: await transportOf(settings, parts) });
  await bus.ready;
  return bus;
}

async function transportOf({ databaseUrl, brokerUrl }: BusSettings, parts: BusParts): Promise<ConnectBus | undefined> {
  if (brokerUrl !== undefined)
    return connectRabbitBus({ ...parts, url: brokerUrl, databaseId: await databaseIdOf(parts.stores.serverKeys) });
  return databaseUrl === undefined ? undefined : connectPostgresBus({ ...parts, url: databaseUrl });
}
