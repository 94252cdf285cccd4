import { connectPostgresBus } from "../../adapters/postgres/index.ts";
import { createBus, type Bus } from "../../kernel/bus/bus.ts";
import type { ConnectBus } from "../../kernel/bus/bus-transport.port.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { StorageSettings } from "../config.ts";

interface BusParts {
  readonly clock: Clock;
  readonly log: Log;
}

/** BUS-7: the bus of the servers that share the database; with SQLite there is only one. */
export async function openBus(settings: Pick<StorageSettings, "databaseUrl">, parts: BusParts): Promise<Bus> {
  const bus = createBus({ ...parts, connect: transportOf(settings, parts) });
  await bus.ready;
  return bus;
}

function transportOf({ databaseUrl }: Pick<StorageSettings, "databaseUrl">, parts: BusParts): ConnectBus | undefined {
  return databaseUrl === undefined ? undefined : connectPostgresBus({ ...parts, url: databaseUrl });
}
