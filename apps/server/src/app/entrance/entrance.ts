import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createClientAddress } from "../../kernel/http/client-address.ts";
import { capConnections } from "../../kernel/http/connection-cap.ts";
import { createEndpointServer, type EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { createGracefulClose } from "../../kernel/http/graceful-close.ts";
import { createOriginPolicy, type OriginPolicy } from "../../kernel/http/origin-policy.ts";
import { serveWebSockets } from "../../kernel/http/web-sockets.ts";
import { isLoopback } from "../config.ts";
import { createHttp } from "./http.ts";
import type { Kernel } from "../kernel.ts";
import { readPanelFiles } from "./panel-files.ts";
import type { AreaServices } from "../services/services.ts";
import { SOCKET_PATHS, socketPathsOf } from "./sockets.ts";
import { createStun } from "../services/stun.ts";
import { watch } from "./watch.ts";

const SOCKETS_PER_ADDRESS = 1_000;
/** Not counting WebSockets. A browser opens six; an office shares an address. */
const CONNECTIONS_PER_ADDRESS = 500;
/** Calls end immediately when the server stops: their phones receive a BYE and can show it. */
const CALLS_GRACE_MS = 0;

/** What clients reach: HTTP, sockets and STUN. */
export interface Entrance {
  readonly app: FastifyInstance;
  readonly endpointServer: EndpointServer;
  readonly origins: OriginPolicy;
  readonly stunUriFor: (hostname: string) => string | undefined;
  /** Starts to listen. @returns the panel's address */
  listen(): Promise<string>;
}

export async function openEntrance(kernel: Kernel, services: AreaServices, logger: Logger): Promise<Entrance> {
  const { config, clock, log, stores, shutdown } = kernel;
  const { running, auth } = services;
  let port = config.port;
  const endpointServer = createEndpointServer({ authenticate: auth.authenticate });
  const origins = createOriginPolicy({ ...config, loopbackOnly: isLoopback(config.host), port: () => port });
  const stun = createStun({ settings: config, clock, log: log("stun"), shutdown });
  const clientAddress = createClientAddress(config.trustedProxies);
  const app = await createHttp({
    logger,
    endpointServer,
    origins,
    clientAddress,
    panel: await readPanelFiles(config.panelDir),
    embedOrigins: config.embedOrigins,
    reporting: config.reporting,
    jitsiOrigin: config.jitsi?.origin,
    logo: () => running.companySettings().logo,
    isSecure: config.publicUrl?.startsWith("https:") === true,
    socketPaths: SOCKET_PATHS,
  });
  shutdown.add(createGracefulClose(app, clock));
  capConnections({ server: app.server, perAddress: CONNECTIONS_PER_ADDRESS, clientAddress });
  const sockets = serveWebSockets({
    server: app.server,
    clock,
    origins,
    clientAddress,
    log: log("sockets"),
    socketsPerAddress: SOCKETS_PER_ADDRESS,
    paths: socketPathsOf({ ...kernel, ...services }),
  });
  shutdown.add(() => sockets.stop());
  shutdown.add(() => running.phone.stop({ graceMs: CALLS_GRACE_MS }));
  shutdown.add(watch({ app, running, stores, clientAddress, sockets }));
  const listen = async (): Promise<string> => {
    await app.listen({ host: config.host, port: config.port, listenTextResolver: (at) => `listening at ${at}` });
    const bound = app.server.address();
    if (bound !== null && typeof bound === "object") ({ port } = bound);
    await stun.listen();
    shutdown.add(() => logger.info("server stopping"));
    const host = config.host.includes(":") ? `[${config.host}]` : config.host;
    return config.publicUrl ?? `http://${host}:${port}`;
  };
  return { app, endpointServer, origins, stunUriFor: stun.uriFor, listen };
}
