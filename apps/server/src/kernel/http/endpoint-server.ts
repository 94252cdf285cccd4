import { AppError, meets, type Demand, type Endpoint } from "@callpanel/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { Authenticate, Caller } from "./caller.ts";
import "./issue-words.ts";

/** Base of the REST API; the version segment follows it. */
export const API_BASE = "/api";

export interface EndpointInput<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType> {
  readonly params: z.infer<P>;
  readonly query: z.infer<Q>;
  readonly body: z.infer<B>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface EndpointServer {
  /**
   * Serves an endpoint of the contract to signed-in callers. Access is checked before the body is read. Then parameters,
   * query and body are parsed. The response passes through the response schema, so that a field outside the contract is
   * never sent. For a binary response, the handler sets how long it may be cached, and its type where that differs from
   * the contract's.
   */
  serve<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
    app: FastifyInstance,
    endpoint: Endpoint<P, Q, B, R>,
    handler: (input: EndpointInput<P, Q, B> & { readonly caller: Caller }) => Promise<z.infer<R>>,
  ): void;
  /** The same for an endpoint without sign-in. */
  servePublic<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
    app: FastifyInstance,
    endpoint: Endpoint<P, Q, B, R>,
    handler: (input: EndpointInput<P, Q, B>) => Promise<z.infer<R>>,
  ): void;
  /** The sender of a request to a public endpoint; undefined when they are not signed in. */
  callerOf(request: FastifyRequest): Promise<Caller | undefined>;
  /** Methods served at a path, e.g. to choose between 405 and 404. */
  methodsAt(path: string): readonly string[];
  /** `METHOD path` of every endpoint, with the path as in the contract. */
  served(): readonly string[];
}

/** Routes derived from the contract. All modules share one server, so that it knows every path. */
export function createEndpointServer({ authenticate }: { authenticate: Authenticate }): EndpointServer {
  const routes: Array<{ readonly name: string; readonly method: string; readonly pattern: RegExp }> = [];
  const callers = new WeakMap<FastifyRequest, Caller>();

  function add<P extends z.ZodMiniType, Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType>(
    app: FastifyInstance,
    endpoint: Endpoint<P, Q, B, R>,
    handler: (input: EndpointInput<P, Q, B>) => Promise<z.infer<R>>,
  ): void {
    const url = endpointUrl(endpoint);
    routes.push({ name: `${endpoint.method} ${endpoint.path}`, method: endpoint.method, pattern: patternOf(url) });
    app.route({
      method: endpoint.method,
      url,
      onRequest: async (request) => {
        const { access } = endpoint;
        if (access !== "public") callers.set(request, await admit({ request, access, authenticate }));
      },
      handler: async (request, reply) => {
        const answer = await handler({
          params: parsePart(endpoint.params, request.params, "path"),
          query: parsePart(endpoint.query, request.query, "query"),
          body: parsePart(endpoint.body, request.body, "body"),
          request,
          reply,
        });
        if (endpoint.binary === undefined) reply.header("cache-control", "no-store");
        else if (!reply.hasHeader("content-type")) reply.type(endpoint.binary);
        return reply.send(z.parse(endpoint.response, answer));
      },
    });
  }

  return {
    serve: (app, endpoint, handler) => {
      if (endpoint.access === "public") throw new Error(`${endpoint.path} is public: it has no caller`);
      add(app, endpoint, (input) => {
        const caller = callers.get(input.request);
        if (caller === undefined) throw new Error(`${endpoint.path} was reached without a caller`);
        return handler({ ...input, caller });
      });
    },
    servePublic: (app, endpoint, handler) => {
      if (endpoint.access !== "public") throw new Error(`${endpoint.path} is not public`);
      add(app, endpoint, handler);
    },
    callerOf: async ({ headers }) => {
      const token = bearerToken(headers.authorization);
      return token === undefined ? undefined : authenticate(token);
    },
    methodsAt: (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    served: () => routes.map(({ name }) => name),
  };
}

/** The URL of an endpoint, with parameters as the router writes them: `/api/v1/panel_buddies/:exten`. */
export function endpointUrl({ path, version }: Pick<Endpoint, "path" | "version">): string {
  const segment = version === "none" ? "" : `/${version}`;
  return `${API_BASE}${segment}/${path.replace(/\{(\w+)\}/g, ":$1")}`;
}

function patternOf(url: string): RegExp {
  const source = url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:\w+/g, "[^/]+");
  return new RegExp(`^${source}$`);
}

async function admit({
  request,
  access,
  authenticate,
}: {
  request: FastifyRequest;
  access: "session" | Demand;
  authenticate: Authenticate;
}): Promise<Caller> {
  const token = bearerToken(request.headers.authorization);
  const caller = token === undefined ? undefined : await authenticate(token);
  if (caller === undefined) throw new AppError("request.unauthorized");
  if (!caller.mayUsePanel) throw new AppError("login.error.session");
  const { rights, userId } = caller;
  if (access !== "session" && !meets(rights, access, { userId, params: stringParams(request.params) }))
    throw new AppError("request.forbidden");
  return caller;
}

/** The token of an Authorization header (RFC 6750 §2.1). Tokens in the URL or in a cookie are never read. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/-]{1,512}=*)$/i.exec(header ?? "")?.[1];
}

function stringParams(params: unknown): Record<string, string> {
  if (typeof params !== "object" || params === null) return {};
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function parsePart<S extends z.ZodMiniType>(schema: S | undefined, value: unknown, part: string): z.infer<S>;
function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value === undefined ? {} : value);
  if (result.success) return result.data;
  throw new AppError("request.invalid", { detail: issueText(result.error.issues, part) });
}

/** Says where and what, but not the value: it may be a password. */
function issueText(issues: readonly z.core.$ZodIssue[], part: string): string {
  return issues
    .slice(0, 3)
    .map(({ path, message }) => `${[part, ...path.map(String)].join(".")}: ${message}`)
    .join("; ");
}
