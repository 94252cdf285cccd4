import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Bus } from "../kernel/bus/bus.ts";
import type { SoundStore } from "../kernel/files/sound-store.port.ts";
import { createShutdown } from "../kernel/shutdown.ts";
import { createFirstRunLinks } from "../modules/first-run/index.ts";
import type { Stores } from "./areas.ts";
import { systemClock } from "./system-clock.ts";
import { openEntrance } from "./entrance/entrance.ts";
import { openKernel, type Start } from "./kernel.ts";
import { areaLog, createLogger } from "./log.ts";
import type { ServerConfig } from "./server-config.ts";
import { openServices } from "./services/services.ts";
import { switchToRestored } from "./services/backups/restored.ts";
import { startFailure } from "./start-failure.ts";
import { startModules } from "./start-modules.ts";

export interface ComposedServer {
  readonly app: FastifyInstance;
  /** Usernames with which the demo company's published password can be used. */
  readonly demoPeople: readonly string[];
  readonly stores: Stores;
  readonly bus: Bus;
  readonly sounds: SoundStore;
  /** Starts to listen. @returns the panel's address: `http://127.0.0.1:8080` */
  listen(): Promise<string>;
  /** FIRST-1: makes a link for the first run where there is one. @returns what to print */
  announceSetup(address: string): Promise<string | undefined>;
  /** Ends calls, writes pending data, closes every socket. Idempotent. */
  stop(): Promise<void>;
}

export interface RunningServer {
  readonly address: string;
  readonly demoPeople: readonly string[];
  /** What to print about the first run; undefined: nothing is to be set up. */
  readonly setupLine: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the whole server and resolves when it listens.
 * @throws SettingsError when the settings do not fit what the store holds
 */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  const restored = await switchToRestored(config);
  try {
    return await start(config);
  } catch (error) {
    if (restored === undefined) throw error;
    // BACKUP-14: an administrator far away would have no server at all.
    await restored.undo(error);
    return start(config);
  }
}

async function start(config: ServerConfig): Promise<RunningServer> {
  try {
    const server = await composeServer(config);
    const address = await server.listen().catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return {
      address,
      demoPeople: server.demoPeople,
      setupLine: await server.announceSetup(address),
      stop: server.stop,
    };
  } catch (error) {
    throw startFailure(error, config);
  }
}

/** Connects everything, but does not listen yet. */
export async function composeServer(config: ServerConfig): Promise<ComposedServer> {
  const { clock = systemClock, logger = createLogger(config.logLevel) } = config;
  const shutdown = createShutdown();
  try {
    return await compose({ config, clock, log: (area) => areaLog(logger, area), shutdown }, logger);
  } catch (error) {
    await shutdown
      .stop()
      .catch((failure: unknown) => logger.debug({ err: failure }, "not everything could be stopped"));
    throw error;
  }
}

async function compose(start: Start, logger: Logger): Promise<ComposedServer> {
  const kernel = await openKernel(start);
  const services = await openServices(kernel);
  const entrance = await openEntrance(kernel, services, logger);
  await startModules(kernel, services, entrance);
  const { demoPeople, stores, bus, sounds, shutdown } = kernel;
  const { app, listen } = entrance;
  const links = createFirstRunLinks({ ...kernel, ...stores, store: stores.firstRun });
  return {
    app,
    demoPeople,
    stores,
    bus,
    sounds,
    listen,
    announceSetup: links.announce,
    stop: () => shutdown.stop(),
  };
}
