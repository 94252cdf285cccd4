import { AppError } from "@callpanel/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../config.ts";
import { needsLegacyBuild } from "./browser-age.ts";
import { chooseEncoding, isPanelRoute, type PanelFile, type PanelFiles } from "./panel-files.ts";

const A_YEAR_UNCHANGED = "public, max-age=31536000, immutable";

/** Below it are the links of video rooms: a page of its own, without the panel (VROOM-20). */
const GUEST_PATH = /^\/v\/[^/]+\/?$/;

/** A worker follows the policy of its own file, not the page's. */
const WORKER_PATH = "/service-worker.js";
const WORKER_CSP = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** Other origins that the operator allows. */
interface PageOrigins {
  readonly embedOrigins: readonly string[];
  readonly reporting: Settings["reporting"];
  readonly logo: () => string | null;
  /** JITSI-2: its script and its frame. */
  readonly jitsiOrigin?: string | undefined;
  /** False: no page may frame it, not even our own. */
  readonly isFramed?: boolean;
}

const originsOf = (...addresses: ReadonlyArray<string | undefined>): string =>
  addresses.map((one) => (one === undefined ? "" : ` ${new URL(one).origin}`)).join("");

/** Origin of a logo on another server. */
const logoOrigin = (logo: string | null): string => (logo?.startsWith("https:") === true ? originsOf(logo) : "");

/** The policy of the panel's page: itself, sockets of its own host, pictures and sound made in the page. */
export function panelCsp(
  host: string | undefined,
  { embedOrigins, reporting, logo, jitsiOrigin, isFramed = true }: PageOrigins,
): string {
  // The host is written to a header, so only characters of a name and a port are allowed.
  const own = host !== undefined && /^[a-z0-9.:[\]-]+$/i.test(host) ? ` ws://${host} wss://${host}` : "";
  return [
    "default-src 'none'",
    // Compiling WebAssembly, not eval: what background noise is reduced with (ADR 30).
    `script-src 'self' 'wasm-unsafe-eval'${originsOf(reporting.analytics?.script, jitsiOrigin)}`,
    ...(jitsiOrigin === undefined ? [] : [`frame-src ${jitsiOrigin}`]),
    "style-src 'self'",
    `img-src 'self' data: blob:${logoOrigin(logo())}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${own}${originsOf(reporting.errorReporting?.url, reporting.analytics?.script, jitsiOrigin)}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    isFramed ? `frame-ancestors 'self'${embedOrigins.map((one) => ` ${one}`).join("")}` : "frame-ancestors 'none'",
  ].join("; ");
}

/** Answers a GET without a matching route with a file of the panel, or with the panel's page for its own routes. */
export function sendPanel(
  { panel, ...origins }: PageOrigins & { panel: PanelFiles },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const asked = decodedPath(request.url);
  const path = asked === "/index.html" || asked === "/legacy/index.html" || asked === "/guest/guest.html" ? "/" : asked;
  const named = panel.find(path);
  if (path === WORKER_PATH) reply.header("content-security-policy", WORKER_CSP);
  if (named !== undefined) return sendFile(named, request, reply);
  if (!isPanelRoute(path, request.headers.accept)) throw new AppError("request.notFound");
  const isGuest = GUEST_PATH.test(path) && panel.guestPage !== undefined;
  const page = isGuest ? panel.guestPage : pageFor(panel, request);
  if (page === undefined)
    return reply.code(503).type("text/plain; charset=utf-8").send("The panel is not built: npm run build\n");
  // The address is the way into a room: it is sent to no other site, and no page may frame it.
  if (isGuest) reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
  const policy = panelCsp(request.host, isGuest ? { ...origins, embedOrigins: [], isFramed: false } : origins);
  reply.header("content-security-policy", policy);
  return sendFile(page, request, reply, "Accept-Encoding, User-Agent");
}

const pageFor = (panel: PanelFiles, request: FastifyRequest): PanelFile | undefined =>
  needsLegacyBuild(request.headers["user-agent"]) ? (panel.legacyIndex ?? panel.index) : panel.index;

function sendFile(
  file: PanelFile,
  request: FastifyRequest,
  reply: FastifyReply,
  vary = "Accept-Encoding",
): FastifyReply {
  reply.headers({
    etag: file.etag,
    vary,
    "cache-control": file.immutable ? A_YEAR_UNCHANGED : "no-cache",
  });
  if (request.headers["if-none-match"]?.split(/\s*,\s*/).includes(file.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(file, request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.header("content-type", file.mediaType).send(file.bodies.get(encoding));
}

/** Cannot throw, because the router has refused paths that cannot be decoded. */
function decodedPath(url: string): string {
  return decodeURIComponent(url.split("?", 1)[0] ?? "/");
}
