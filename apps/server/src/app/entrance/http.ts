import { AppError } from "@callpanel/contract";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { isPrivateAddress, type ClientAddress } from "../../kernel/http/client-address.ts";
import { createCrossOrigin } from "../../kernel/http/cross-origin.ts";
import { API_BASE, type EndpointServer } from "../../kernel/http/endpoint-server.ts";
import { answerError } from "../../kernel/http/error-answer.ts";
import type { OriginPolicy } from "../../kernel/http/origin-policy.ts";
import type { Settings } from "../config.ts";
import { sendPanel } from "./panel.routes.ts";
import type { PanelFiles } from "./panel-files.ts";

/** The largest body of the API; uploads have their own limit. */
export const BODY_BYTES = 65_536;
/** Limit for one address. A busy panel makes about 60 a minute; an office shares an address. */
const REQUESTS_PER_MINUTE = 6_000;

/** Paths for monitoring: served under any host name, without a limit. */
const WATCHERS = new Set(["/healthz", "/readyz", "/metrics"]);

/** Clients do not need to know how many requests are left. */
const NO_COUNTS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

export interface HttpDeps {
  readonly logger: FastifyBaseLogger;
  readonly endpointServer: EndpointServer;
  readonly origins: OriginPolicy;
  readonly clientAddress: ClientAddress;
  readonly panel: PanelFiles;
  /** Origins that may show the panel in a frame. */
  readonly embedOrigins: readonly string[];
  readonly reporting: Settings["reporting"];
  /** Where meetings are held, in a frame of the page; undefined: here. */
  readonly jitsiOrigin: string | undefined;
  /** The company's logo, which the panel shows. */
  readonly logo: () => string | null;
  /** Whether the public URL is https. */
  readonly isSecure: boolean;
  readonly socketPaths: readonly string[];
}

/** The HTTP server without its modules: limits, headers, host and Origin checks, the error shape, the panel. */
export async function createHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const { origins, endpointServer } = deps;
  const app = Fastify({
    loggerInstance: deps.logger,
    bodyLimit: BODY_BYTES,
    trustProxy: (address) => deps.clientAddress.isTrusted(address),
    // Slow senders are disconnected; keep-alive is longer than the usual 60 s of proxies.
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    logController: new LogController({ disableRequestLogging: true }),
  });
  await app.register(helmet, {
    // The panel's page and the sign-in form set their own policy; nothing else is meant to be rendered.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" }, // screen pops
    referrerPolicy: { policy: "same-origin" }, // with no-referrer a form would send Origin: null
    strictTransportSecurity: deps.isSecure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: false, // frame-ancestors replaces it, and knows the embedders
  });
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => ip,
    allowList: ({ url }) => WATCHERS.has(url),
    addHeaders: { ...NO_COUNTS, "retry-after": true },
    addHeadersOnExceeding: NO_COUNTS,
    errorResponseBuilder: (_request, { ttl }) => new AppError("request.tooMany", { seconds: Math.ceil(ttl / 1_000) }),
  });

  const crossOrigin = createCrossOrigin({ isListed: origins.isListed, methodsAt: endpointServer.methodsAt });
  app.addHook("onRequest", async (request, reply) => {
    if (WATCHERS.has(request.url)) return;
    const { host, origin } = request.headers;
    const reads = request.method === "GET" || request.method === "HEAD";
    if (!origins.allowsHost(host) || !(reads || origins.allowsOrigin(origin, host)))
      throw new AppError("request.origin");
    return crossOrigin.share(request, reply) ? reply : undefined;
  });
  const framed = deps.jitsiOrigin === undefined ? "self" : `self "${deps.jitsiOrigin}"`;
  const devices = `microphone=(${framed}), camera=(${framed}), display-capture=(${framed}), geolocation=(), payment=()`;
  app.addHook("onSend", async (_request, reply) => {
    reply.header("permissions-policy", devices);
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "/";
    if (path === API_BASE || path.startsWith(`${API_BASE}/`)) {
      const methods = endpointServer.methodsAt(path);
      if (methods.length === 0) throw new AppError("request.notFound");
      reply.header("allow", methods.join(", "));
      throw new AppError("request.method");
    }
    if (deps.socketPaths.includes(path))
      throw new AppError("request.invalid", { detail: "a WebSocket is expected here" });
    if (request.method !== "GET" && request.method !== "HEAD") throw new AppError("request.method");
    return sendPanel(deps, request, reply);
  });
  return app;
}

export interface WatcherDeps {
  readonly isReady: () => Promise<boolean>;
  readonly metrics: () => Promise<string>;
  readonly metricsType: string;
  readonly clientAddress: ClientAddress;
}

/**
 * /healthz: the process runs. /readyz: it can serve. /metrics: only for private networks, since counts reveal business
 * facts.
 */
export function addWatchers(app: FastifyInstance, deps: WatcherDeps): void {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (!(await deps.isReady())) throw new AppError("server.unavailable");
    return reply.header("cache-control", "no-store").send({ status: "ready" });
  });
  app.get("/metrics", async (request, reply) => {
    // A proxy that is missing in TRUSTED_PROXIES must not make this public.
    const forwarded =
      request.headers["x-forwarded-for"] !== undefined &&
      !deps.clientAddress.isTrusted(request.socket.remoteAddress ?? "");
    if (forwarded || !isPrivateAddress(request.ip)) throw new AppError("request.notFound");
    return reply
      .header("cache-control", "no-store")
      .type(deps.metricsType)
      .send(await deps.metrics());
  });
}
