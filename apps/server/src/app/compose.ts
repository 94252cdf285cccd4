import { randomBytes } from "node:crypto";
import type { MediaEngine } from "@callpanel/media";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { startMailer } from "../adapters/mail/index.ts";
import { createPictureEncoders } from "../adapters/pictures/index.ts";
import { createSmsGateway } from "../adapters/sms/index.ts";
import { openSpeech } from "../adapters/speech/index.ts";
import type { Bus } from "../kernel/bus/bus.ts";
import { createClientAddress } from "../kernel/http/client-address.ts";
import { repeat, type Clock } from "../kernel/clock.ts";
import { createEndpointServer } from "../kernel/http/endpoint-server.ts";
import { createJobs, type Jobs } from "../kernel/jobs/jobs.ts";
import { capConnections } from "../kernel/http/connection-cap.ts";
import { createGuard, type Guard } from "../kernel/guard/guard.ts";
import { openKnownPlaces } from "../kernel/guard/known-places.ts";
import { createOriginPolicy } from "../kernel/http/origin-policy.ts";
import type { SoundStore } from "../kernel/files/sound-store.port.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { createShutdown } from "../kernel/shutdown.ts";
import { serveWebSockets } from "../kernel/http/web-sockets.ts";
import { createAuthService, type AuthService } from "../modules/auth/index.ts";
import type { Mailer } from "../modules/mail/index.ts";
import { createSecondFactor, type SecondFactorService } from "../modules/second-factor/index.ts";
import type { Speech } from "../modules/speech/index.ts";
import { createDecoyHash } from "../modules/users/index.ts";
import { tellOfMessages } from "../modules/voicemail/index.ts";
import { openBus } from "./bus.ts";
import { openArchives } from "./archives.ts";
import { isLoopback, type Settings } from "./config.ts";
import { createHttp } from "./http.ts";
import { areaLog, createLogger } from "./log.ts";
import { closeDataFolder } from "./private-folder.ts";
import { registerModules } from "./modules.ts";
import { openOwnership, type Ownership } from "./ownership.ts";
import { readPanelFiles } from "./panel-files.ts";
import { startPhone } from "./phone.ts";
import { openShortLived } from "./short-lived.ts";
import { startPushes } from "./push.ts";
import { openSounds } from "./sounds.ts";
import { openVoicemail } from "./voicemail.ts";
import { SOCKET_PATHS, socketPathsOf } from "./sockets.ts";
import { startFailure } from "./start-failure.ts";
import {
  ensureRealm,
  lockDataDir,
  openDatabase,
  openSealedStores,
  openSecretBox,
  withKeyOf,
  seedDemo,
  type Stores,
} from "./storage.ts";
import { createStun } from "./stun.ts";
import { watch } from "./watch.ts";

const SOCKETS_PER_ADDRESS = 1_000;
/** Not counting WebSockets. A browser opens six; an office shares an address. */
const CONNECTIONS_PER_ADDRESS = 500;
/** Calls end immediately when the server stops: their phones receive a BYE and can show it. */
const CALLS_GRACE_MS = 0;
const PRUNE_EVERY_MS = 3_600_000;
/** VM-43: people do not set a time zone, so times are spoken in the server's zone (`TZ`). */
const SERVER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface ServerConfig extends Settings {
  /** Folder of the built panel. */
  readonly panelDir: string;
  /** Absolute path of the phone system's spoken prompts; the build puts them next to the server (`spokenFile`). */
  readonly promptsFolder: string;
  /** URL of the built text-analysis.worker; without it messages have no summary and no category. */
  readonly textWorkerUrl?: URL;
  /** Starts the media engine. */
  readonly openMedia: () => MediaEngine;
  /** Folder with sounds of the demo company; without it the company has none. */
  readonly demoSoundsDir?: string;
  /** URL of the bundled thread that converts sounds. */
  readonly conversionUrl: URL;
  /** Replaces engines that the settings name. */
  readonly engines?: Partial<Speech>;
  /** Replace the process's own time and log in tests. */
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly mailer?: Mailer;
  /** Allows browsers to register a receiver on this machine as their push service. */
  readonly allowLoopbackPush?: boolean;
}

export interface ComposedServer {
  readonly app: FastifyInstance;
  /** Whether the demo company's published password can be used. */
  readonly hasDemo: boolean;
  readonly stores: Stores;
  readonly bus: Bus;
  readonly sounds: SoundStore;
  /** Starts to listen. @returns the panel's address: `http://127.0.0.1:8080` */
  listen(): Promise<string>;
  /** Ends calls, writes pending data, closes every socket. Idempotent. */
  stop(): Promise<void>;
}

export interface RunningServer {
  readonly address: string;
  readonly hasDemo: boolean;
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
  try {
    const server = await composeServer(config);
    const address = await server.listen().catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
    return { address, hasDemo: server.hasDemo, stop: server.stop };
  } catch (error) {
    throw startFailure(error, config);
  }
}

/** Connects everything, but does not listen yet. */
export async function composeServer(config: ServerConfig): Promise<ComposedServer> {
  const { clock = systemClock, logger = createLogger(config.logLevel) } = config;
  const shutdown = createShutdown();
  const log = (area: string) => areaLog(logger, area);
  try {
    shutdown.add(lockDataDir(config));
    await closeDataFolder(config.dataDir, log("data folder"));
    const db = await openDatabase(config, log("database"));
    shutdown.add(() => db.destroy());
    const bus = await openBus(config, { clock, log: log("bus") });
    shutdown.add(bus.close);
    const stores = await openSealedStores(db, config);
    const box = await openSecretBox(config);
    const shortLived = openShortLived({ ...config, db, box, clock, log: log("retention"), shutdown });
    const ownership = await openOwnership({
      ...config,
      stores,
      clock,
      random: randomBytes,
      log: log("ownership"),
      shutdown,
    });
    const jobs = createJobs({ store: stores.jobs, clock, random: randomBytes, log: log("jobs") });
    const opened = await openSpeech(config.speech, {
      textWorkerUrl: config.textWorkerUrl,
      clock,
      log: log("speech"),
    });
    const speech: Speech = { ...opened.speech, ...config.engines };
    shutdown.add(opened.stop);
    shutdown.add(jobs.stop);
    const sounds = await openSounds({ ...config, ...ownership, stores, clock, log: log("sounds"), shutdown });
    const { demoSoundsDir: folder } = config;
    const hasDemo = await seedDemo(config, stores, {
      now: clock.now(),
      ...(folder === undefined ? {} : { spoken: { sounds, folder } }),
    });
    const realm = await ensureRealm(stores.company, config.realm);
    const known = await openKnownPlaces({ ...shortLived, store: stores.knownPlaces, clock, log: log("sign-in") });
    const guard = createGuard({ clock, known, shortLived });
    const voicemail = await openVoicemail({
      ...config,
      ...ownership,
      known,
      stores,
      sounds,
      speech,
      jobs,
      bus,
      timeZone: SERVER_TIME_ZONE,
      clock,
      random: randomBytes,
      log: log("voicemail"),
      shutdown,
    });
    const running = await startPhone({
      ...config,
      ...ownership,
      guard,
      known,
      stores,
      sounds,
      voicemail,
      bus,
      realm,
      clock,
      random: randomBytes,
      log,
      shutdown,
    });

    const archives = openArchives({
      stores,
      sounds,
      recordingSounds: running.recordingSounds,
      jobs,
      bus,
      clock,
      random: randomBytes,
      log: log("archives"),
      shutdown,
    });

    const mailer = config.mailer ?? (await openMailer(config, { ...ownership, jobs, box, clock, log }));
    await ownership.leftovers.start();
    const sendSms = config.smsUrl === undefined ? undefined : createSmsGateway(config.smsUrl);
    tellOfMessages({
      jobs,
      store: stores.voicemail,
      users: stores.users,
      sounds,
      writes: voicemail.writes,
      mailer,
      sendSms,
      timeZone: SERVER_TIME_ZONE,
      clock,
    });
    const platformName = (): string => running.companySettings().platformName;
    const secondFactor = createSecondFactor({
      store: stores.secondFactors,
      shortLived,
      users: stores.users,
      guard,
      mailer,
      sendSms,
      platformName,
      clock,
      random: randomBytes,
    });
    const push = await withKeyOf(config, () =>
      startPushes({
        ...config,
        allowLoopbackPush: config.allowLoopbackPush ?? false,
        stores,
        box,
        running,
        voicemails: voicemail.feed,
        clock,
        log: log("push"),
        shutdown,
      }),
    );
    const auth = await startAuth({ secondFactor, guard, stores, clock, log, shutdown });

    let port = config.port;
    const endpointServer = createEndpointServer({ authenticate: auth.authenticate });
    const origins = createOriginPolicy({ ...config, loopbackOnly: isLoopback(config.host), port: () => port });
    const stun = createStun({ settings: config, clock, log: log("stun"), shutdown });
    const clientAddress = createClientAddress(config.trustedProxies);
    const isSecure = config.publicUrl?.startsWith("https:") === true;
    const panel = await readPanelFiles(config.panelDir);
    const app = await createHttp({
      logger,
      endpointServer,
      origins,
      clientAddress,
      panel,
      embedOrigins: config.embedOrigins,
      reporting: config.reporting,
      logo: () => running.companySettings().logo,
      isSecure,
      socketPaths: SOCKET_PATHS,
    });
    shutdown.add(() => app.close());
    capConnections({ server: app.server, perAddress: CONNECTIONS_PER_ADDRESS, clientAddress });
    const sockets = serveWebSockets({
      server: app.server,
      clock,
      origins,
      clientAddress,
      log: log("sockets"),
      socketsPerAddress: SOCKETS_PER_ADDRESS,
      paths: socketPathsOf({ running, auth, bus, stores, clock, log, shutdown }),
    });
    shutdown.add(() => sockets.stop());
    shutdown.add(() => running.phone.stop({ graceMs: CALLS_GRACE_MS }));
    shutdown.add(watch({ app, running, stores, clientAddress, sockets }));
    await registerModules(app, {
      endpointServer,
      shortLived,
      servers: ownership.servers,
      stores,
      auth,
      origins,
      presenceBoard: running.boards.presenceBoard,
      bus,
      parkingLots: running.parkingLots,
      handlings: running.handlings,
      toggles: running.toggles,
      checkDestination: running.checkDestination,
      isOwnNumber: running.isOwnNumber,
      recordingSounds: running.recordingSounds,
      archives,
      sounds,
      speech,
      messageWrites: voicemail.writes,
      signIn: config.signIn,
      clickToDialExternal: config.clickToDialExternal,
      takesMessages: config.takesMessages,
      clock,
      moreInfoUrl: config.moreInfoUrl,
      encoders: createPictureEncoders(),
      mailer,
      secondFactor,
      embedOrigins: config.embedOrigins,
      reporting: config.reporting,
      push,
      contactLog: log("contacts"),
      stunUriFor: stun.uriFor,
      company: running.companySettings,
    });

    return {
      app,
      hasDemo,
      stores,
      bus,
      sounds,
      stop: () => shutdown.stop(),
      listen: async () => {
        await app.listen({ host: config.host, port: config.port, listenTextResolver: (at) => `listening at ${at}` });
        const bound = app.server.address();
        if (bound !== null && typeof bound === "object") ({ port } = bound);
        await stun.listen();
        shutdown.add(() => logger.info("server stopping"));
        const host = config.host.includes(":") ? `[${config.host}]` : config.host;
        return config.publicUrl ?? `http://${host}:${port}`;
      },
    };
  } catch (error) {
    await shutdown
      .stop()
      .catch((failure: unknown) => logger.debug({ err: failure }, "not everything could be stopped"));
    throw error;
  }
}

interface Parts {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: (area: string) => ReturnType<typeof areaLog>;
  readonly shutdown: ReturnType<typeof createShutdown>;
}

async function openMailer(
  settings: Settings,
  {
    jobs,
    box,
    leftovers,
    clock,
    log,
  }: Pick<Parts, "clock" | "log"> & Pick<Ownership, "leftovers"> & { jobs: Jobs; box: SecretBox },
): Promise<Mailer> {
  const { mail, dataDir } = settings;
  return startMailer({ ...mail, dataDir, jobs, box, leftovers, clock, random: randomBytes, log: log("mail") });
}

async function startAuth({
  secondFactor,
  guard,
  stores,
  clock,
  log,
  shutdown,
}: Parts & { secondFactor: SecondFactorService; guard: Guard }): Promise<AuthService> {
  const auth = createAuthService({
    clock,
    random: randomBytes,
    log: log("auth"),
    users: stores.users,
    sessions: stores.sessions,
    guard,
    decoyHash: await createDecoyHash(randomBytes(32)),
    secondFactor,
  });
  const prune = (): void => {
    auth.prune().catch((error: unknown) => log("auth").warn("old sessions could not be removed", { err: error }));
  };
  shutdown.add(repeat(clock, PRUNE_EVERY_MS, prune));
  return auth;
}
