import type { FastifyReply, FastifyRequest } from "fastify";
import { API_BASE } from "./endpoint-server.ts";

/** Request headers that pages using the API may send; browsers refuse all others. */
const REQUEST_HEADERS = "authorization, content-type, accept-language, range, if-range, if-none-match";
/** Response headers that such pages may read, in addition to those that every page may read. */
const ANSWER_HEADERS = "accept-ranges, content-disposition, content-range, etag, retry-after";
const PREFLIGHT_SECONDS = 600;

export interface CrossOrigin {
  /** Adds the CORS headers to the response. Answers a preflight directly and then returns true. */
  share(request: FastifyRequest, reply: FastifyReply): boolean;
}

/**
 * SERVER-62: CORS (Fetch standard §3.2) for the origins that the operator lists, on the API and /config.json. Sessions
 * use bearer tokens, so credentials are not allowed. A response to another origin has no CORS headers.
 */
export function createCrossOrigin({
  isListed,
  methodsAt,
}: {
  readonly isListed: (origin: string) => boolean;
  readonly methodsAt: (path: string) => readonly string[];
}): CrossOrigin {
  return {
    share: (request, reply) => {
      const path = request.url.split("?", 1)[0] ?? "/";
      if (path !== CONFIG_PATH && !path.startsWith(`${API_BASE}/`)) return false;
      reply.header("vary", "Origin");
      const { origin, referer } = request.headers;
      // An <img> request has no Origin header.
      if (isListed(origin ?? originOf(referer))) reply.header("cross-origin-resource-policy", "cross-origin");
      if (origin === undefined || !isListed(origin)) return false;
      reply.headers({ "access-control-allow-origin": origin, "access-control-expose-headers": ANSWER_HEADERS });
      const isPreflight =
        request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined;
      if (!isPreflight) return false;
      const methods = methodsAt(path);
      reply.headers({
        "access-control-allow-methods": (methods.length > 0 ? methods : ["GET"]).join(", "),
        "access-control-allow-headers": REQUEST_HEADERS,
        "access-control-max-age": PREFLIGHT_SECONDS,
      });
      void reply.code(204).send();
      return true;
    },
  };
}

const CONFIG_PATH = "/config.json";

const originOf = (address = ""): string => (URL.canParse(address) ? new URL(address).origin : "");
