import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { openApiDocument } from "@callpanel/contract/openapi";
import { createPhoneSystem, type MediaEngine } from "@callpanel/pbx";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import {
  createAuthStore,
  createCallRecordStore,
  createCompanyStore,
  createDirectoryStore,
  createUserStore,
  type Tables,
} from "../adapters/database/index.ts";
import { createCallLedger, createPhoneDirectory, trackPhoneState } from "../adapters/phone/index.ts";
import { openPostgres } from "../adapters/postgres/index.ts";
import { openSqlite } from "../adapters/sqlite/index.ts";
import { createClientAddress } from "../kernel/client-address.ts";
import { repeat, type Clock } from "../kernel/clock.ts";
import { API_BASE, createEndpointServer } from "../kernel/endpoint-server.ts";
import { createOriginPolicy } from "../kernel/origin-policy.ts";
import { serveWebSockets } from "../kernel/web-sockets.ts";
import { applyCompany, createDemoCompany } from "../modules/administration/index.ts";
import {
  createAuthModule,
  createAuthService,
  createLockout,
  SIGN_IN_PATH,
  SIGN_OUT_PATH,
} from "../modules/auth/index.ts";
import { createBuddiesModule } from "../modules/buddies/index.ts";
import { createDirectoryModule } from "../modules/directory/index.ts";
import { createPlatformModule } from "../modules/platform/index.ts";
import { createRealtimeGateway, EVENTS_FRAME_BYTES } from "../modules/realtime/index.ts";
import { createSoftphoneModule, EVENTS_PATH, SIP_PATH } from "../modules/softphone/index.ts";
import { createDecoyHash, createUsersModule } from "../modules/users/index.ts";
import { isLoopback, SettingsError, type Settings, type StorageSettings } from "./config.ts";
import { addWatchers, createHttp } from "./http.ts";
import { areaLog, createLogger } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { readPanelFiles } from "./panel-files.ts";

export const PLATFORM_NAME = "callpanel";
export const VERSION = "0.1.0";

/** Frames of SIP over WebSocket; the phone system closes what is larger than its own limit. */
const SIP_FRAME_BYTES = 65_536;
const SOCKETS_PER_ADDRESS = 1_000;
/** How long running calls may go on after SIGTERM, and how long records may take to become durable. */
const CALLS_GRACE_MS = 0;
const FLUSH_WAIT_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;

export interface ServerConfig extends Settings {
  /** The built panel. */
  readonly panelDir: string;
  /** Starts the engine of sound. */
  readonly openMedia: () => MediaEngine;
  /** Takes the place of the process's own time and log in tests. */
  readonly clock?: Clock;
  readonly logger?: Logger;
}

export interface RunningServer {
  /** Where the panel is: `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Whether the demo company's published passwords can be used. */
  readonly hasDemo: boolean;
  /** Ends calls, writes what is not yet written, closes every socket. Doing it twice is doing it once. */
  stop(): Promise<void>;
}

const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Starts the whole server and resolves when it listens.
 * @throws SettingsError when the settings do not fit what the store holds
 */
export async function startServer(config: ServerConfig): Promise<RunningServer> {
  const { clock = systemClock, logger = createLogger(config.logLevel) } = config;
  const onStop: Array<() => Promise<unknown> | void> = [];
  const stop = once(async () => {
    for (const step of onStop.toReversed()) await step();
  });
  try {
    const db = await openDatabase(config, logger);
    onStop.push(() => db.destroy());
    return { ...(await startOn(db, { ...config, clock, logger }, onStop)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The store the settings name, schema up to date. */
export async function openDatabase(settings: StorageSettings, logger: Logger): Promise<Kysely<Tables>> {
  const log = areaLog(logger, "database");
  return settings.databaseUrl === undefined
    ? openSqlite(join(settings.dataDir, "callpanel.db"))
    : openPostgres(settings.databaseUrl, (error) => log.warn("an idle connection was lost", { err: error }));
}

type Started = Required<ServerConfig>;

async function startOn(
  db: Kysely<Tables>,
  config: Started,
  onStop: Array<() => Promise<unknown> | void>,
): Promise<Omit<RunningServer, "stop">> {
  const { clock, logger } = config;
  const log = (area: string) => areaLog(logger, area);
  const users = createUserStore(db);
  const directory = createDirectoryStore(db);
  const company = createCompanyStore(db);
  const hasDemo = await seedDemo({ config, company, users });
  const realm = await realmOf(company, config.realm);

  let port = config.port;
  const origins = createOriginPolicy({
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    loopbackOnly: isLoopback(config.host),
    port: () => port,
  });
  const clientAddress = createClientAddress(config.trustedProxies);

  // Calls.
  const media = config.openMedia();
  onStop.push(() => media.close());
  const records = createCallLedger({ store: createCallRecordStore(db), clock, log: log("calls") });
  onStop.push(() => records.flush(FLUSH_WAIT_MS));
  const people = await createPhoneDirectory({ store: directory, realm, clock, log: log("directory") });
  onStop.push(() => people.stop());
  const phone = createPhoneSystem({
    clock,
    random: randomBytes,
    directory: people.directory,
    calls: records.ledger,
    media,
    realm,
    log: log("phone"),
  });
  onStop.push(() => phone.stop({ graceMs: CALLS_GRACE_MS }));
  const phoneState = trackPhoneState(phone);

  // Sign-in.
  const auth = createAuthService({
    clock,
    random: randomBytes,
    log: log("auth"),
    users,
    sessions: createAuthStore(db),
    lockout: createLockout(clock),
    decoyHash: await createDecoyHash(randomBytes(32)),
  });
  onStop.push(
    repeat(clock, PRUNE_EVERY_MS, () => {
      auth.prune().catch((error: unknown) => log("auth").warn("old sessions could not be removed", { err: error }));
    }),
  );

  // HTTP and its modules.
  const endpointServer = createEndpointServer({ authenticate: auth.authenticate });
  const app = await createHttp({
    logger,
    endpointServer,
    origins,
    clientAddress,
    panel: await readPanelFiles(config.panelDir),
    isSecure: config.publicUrl?.startsWith("https:") === true,
    socketPaths: [SIP_PATH, EVENTS_PATH],
  });
  const sockets = serveWebSockets({
    server: app.server,
    clock,
    origins,
    clientAddress,
    log: log("sockets"),
    socketsPerAddress: SOCKETS_PER_ADDRESS,
    paths: [
      { path: SIP_PATH, subprotocol: "sip", frameBytes: SIP_FRAME_BYTES, accept: (socket) => phone.connect(socket) },
      {
        path: EVENTS_PATH,
        frameBytes: EVENTS_FRAME_BYTES,
        accept: createRealtimeGateway({
          clock,
          log: log("realtime"),
          authenticate: auth.authenticate,
          isSessionOpen: auth.isSessionOpen,
        }),
      },
    ],
  });
  const metrics = createMetrics(app, {
    phone: () => phone.snapshot().counts,
    sockets: () => sockets.count,
    pendingRecords: () => records.pendingCount,
  });
  const stopCounting = phone.subscribe((event) => {
    if (event.kind === "callEnded")
      metrics.callEnded(event.record.disposition, (event.record.endedAt - event.record.startedAt) / 1_000);
  });
  let stopping = false;
  addWatchers(app, {
    isReady: async () =>
      !stopping &&
      (await directory.revision().then(
        () => true,
        () => false,
      )),
    metrics: () => metrics.registry.metrics(),
    metricsType: metrics.registry.contentType,
    clientAddress,
  });

  const userAgent = `${PLATFORM_NAME} ${VERSION}`;
  const openApi = JSON.stringify(openApiDocument({ title: PLATFORM_NAME, version: VERSION, apiBase: API_BASE }));
  await app.register(createAuthModule({ endpointServer, auth, origins, platformName: PLATFORM_NAME }));
  await app.register(createUsersModule({ endpointServer, users }));
  await app.register(createSoftphoneModule({ endpointServer, users, userAgent }));
  await app.register(createDirectoryModule({ endpointServer, directory }));
  await app.register(createBuddiesModule({ endpointServer, users, phone: phoneState.state }));
  await app.register(
    createPlatformModule({
      endpointServer,
      platformName: PLATFORM_NAME,
      userAgent,
      signIn: config.signIn,
      signInPath: SIGN_IN_PATH,
      signOutPath: SIGN_OUT_PATH,
      openApi: () => openApi,
    }),
  );

  // Stopped last to first: sockets after the phone has said goodbye on them, requests before the store closes.
  onStop.splice(
    onStop.length - 1,
    0,
    () => app.close(),
    () => sockets.stop(),
  );
  onStop.push(() => {
    stopping = true;
    stopCounting();
    phoneState.stop();
    metrics.stop();
  });
  await app.listen({ host: config.host, port: config.port });
  const bound = app.server.address();
  if (bound !== null && typeof bound === "object") ({ port } = bound);
  const address = config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
  logger.info({ address, realm }, "server started");
  onStop.push(() => logger.info("server stopping"));
  return { address, hasDemo };
}

/** Seeds the demo company into an empty store when asked to, and refuses to be reachable with its published passwords. */
async function seedDemo(deps: {
  readonly config: Settings;
  readonly company: ReturnType<typeof createCompanyStore>;
  readonly users: ReturnType<typeof createUserStore>;
}): Promise<boolean> {
  const { config, company, users } = deps;
  const isLocal = isLoopback(config.host);
  const isFresh = (await users.countUsers()) === 0;
  const wanted = isFresh && (config.demo ?? isLocal);
  const refusal = `HOST=${config.host} is refused while demo passwords are in force`;
  if (wanted && !isLocal) throw new SettingsError(`${refusal}: set DEMO=0, then add users with npm run callpanel`);
  if (wanted) await applyCompany(company, createDemoCompany());
  const holders = await users.countDemoCredentials();
  if (holders > 0 && !isLocal)
    throw new SettingsError(`${refusal}: ${holders} users have one; change or remove them with npm run callpanel`);
  return holders > 0;
}

/** Of an empty store that asks for nothing else. */
export const DEFAULT_REALM = "callpanel";

async function realmOf(company: ReturnType<typeof createCompanyStore>, wanted: string | undefined): Promise<string> {
  const realms = await company.read((reader) => reader.realms());
  const name = wanted ?? realms[0]?.name ?? DEFAULT_REALM;
  if (!realms.some((realm) => realm.name === name))
    await applyCompany(company, { realm: name, groups: [], users: [], services: [] });
  return name;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
