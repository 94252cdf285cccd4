import { endpoints, errorBodySchema, mergePermissions, meets, type Endpoint } from "@callpanel/contract";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../test/test-server.ts";
import { createEndpointServer, endpointUrl } from "../kernel/http/endpoint-server.ts";

const all = Object.entries<Endpoint>(endpoints);
const url = (endpoint: Endpoint, id = 101) => endpointUrl(endpoint).replace(/:\w+/g, String(id));

describe("endpoints", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
    await server.app.ready();
  });
  afterAll(() => server.remove());

  it("SERVER-1 every endpoint of the contract is served, and nothing else below /api", () => {
    for (const [name, endpoint] of all)
      expect(server.app.hasRoute({ method: endpoint.method, url: endpointUrl(endpoint) }), name).toBe(true);
    const wanted = all.map(([, endpoint]) => `${endpointUrl(endpoint)} ${endpoint.method}`);
    const served = routesOf(server.app.printRoutes({ commonPrefix: false })).filter((one) => one.startsWith("/api/"));
    expect(served.toSorted()).toEqual([...wanted, "/api/openapi.json GET"].toSorted());
  });

  it("SERVER-2 without a valid token: 401, before the body is read", async () => {
    for (const [name, endpoint] of all) {
      if (endpoint.access === "public") continue;
      for (const headers of [{}, bearer("never-issued"), { authorization: "Bearer" }, bearer("x".repeat(600))]) {
        const answer = await server.app.inject({
          method: endpoint.method,
          url: `${url(endpoint)}?limit=nonsense`,
          headers: { ...headers, "content-type": "application/json" },
          ...(endpoint.method === "GET" ? {} : { payload: "{ broken" }),
        });
        expect(answer.statusCode, name).toBe(401);
        expect(errorBodySchema.parse(answer.json()).code).toBe("request.unauthorized");
        expect(answer.headers["www-authenticate"]).toBe('Bearer realm="callpanel"');
      }
    }
  });

  it("SERVER-2 without the permission: 403; with it, or if none is needed: not refused", async () => {
    for (const username of ["erin", "alice"]) {
      const { access_token } = await server.signIn(username);
      const user = await server.stores.users.byUsername(username);
      const { group, user: own } = await server.stores.users.permissionsOf(user?.id ?? 0);
      const rights = mergePermissions(group, own);
      for (const [name, endpoint] of all) {
        if (endpoint.access === "public") continue;
        // An id in the path is the caller's own: another person's id needs more rights (ACCOUNT-1).
        const id = user?.id ?? 0;
        const may =
          endpoint.access === "session" ||
          meets(rights, endpoint.access, { userId: id, params: { exten: "101", id: String(id) } });
        const answer = await server.app.inject({
          method: endpoint.method,
          url: url(endpoint, id),
          headers: bearer(access_token),
        });
        expect(answer.statusCode === 403, `${name} for ${username}`).toBe(!may);
        if (!may) expect(errorBodySchema.parse(answer.json()).code).toBe("request.forbidden");
      }
    }
    expect((await server.get("/api/v1/config/sipua", "erin")).status).toBe(403);
    expect((await server.get("/api/v1/panel_buddies", "erin")).status).toBe(200);
  });

  it("SERVER-4 an unknown path is 404, another method 405 with Allow", async () => {
    const unknown = await server.app.inject({ url: "/api/v1/nothing/here" });
    expect([unknown.statusCode, unknown.json<unknown>()]).toEqual([
      404,
      { error: "request.notFound", code: "request.notFound", error_description: "Not found" },
    ]);
    for (const path of ["/api", "/api/", "/api/v2/users/me", "/api/oauth/token/", "/api/v1/users/me/"])
      expect((await server.app.inject({ url: path })).statusCode, path).toBe(404);
    const wrong = await server.app.inject({ method: "PUT", url: "/api/oauth/token" });
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, "POST"]);
    expect(errorBodySchema.parse(wrong.json()).code).toBe("request.method");
    expect((await server.app.inject({ method: "POST", url: "/buddies" })).statusCode).toBe(405);
  });

  it("SERVER-5 wrong types are reported with their place, never with the value", async () => {
    const bad = [
      "limit=x",
      "limit=0",
      "limit=1001",
      "start=-1",
      "start=1.5",
      "limit=1&limit=2",
      `search=${"a".repeat(201)}`,
    ];
    for (const query of bad) {
      const { status, body } = await server.get(`/api/v1/panel_buddies?${query}`, "alice");
      expect(status, query).toBe(400);
      const { code, error_description, details } = errorBodySchema.parse(body);
      expect(code).toBe("request.invalid");
      expect(error_description).toBe("Something in this is missing or not valid. Check what you entered.");
      expect(details?.["detail"]).toMatch(/^query\.(limit|start|search): /);
    }
    const secret = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "password", username: "alice", password: ["a-secret-value"] },
    });
    expect(secret.statusCode).toBe(400);
    expect(secret.body).not.toContain("a-secret-value");
  });

  it("SERVER-5 fields outside the contract are ignored", async () => {
    const { status } = await server.get("/api/v1/panel_buddies?limit=2&date=123&__proto__=x", "alice");
    expect(status).toBe(200);
    const token = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "password", username: "alice", password: "callpanel-demo", extra: { deep: true } },
    });
    expect(token.statusCode).toBe(200);
  });

  it("SERVER-6 bodies that are too large, of another type or malformed are refused", async () => {
    const send = (payload: string, contentType: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/oauth/revoke",
        headers: { "content-type": contentType },
        payload,
      });
    const cases = [
      [await send(JSON.stringify({ token: "x".repeat(70_000) }), "application/json"), 413, "request.tooLarge"],
      [await send(`token=${"x".repeat(70_000)}`, "application/x-www-form-urlencoded"), 413, "request.tooLarge"],
      [await send("<token/>", "text/xml"), 415, "request.unsupportedMedia"],
      [await send("{ broken", "application/json"), 400, "request.invalid"],
      [await send("", "application/json"), 400, "request.invalid"],
      [await send("null", "application/json"), 400, "request.invalid"],
      [await send('{"__proto__":{"x":1},"token":"x"}', "application/json"), 400, "request.invalid"],
      [await send("[1,2]", "application/json"), 400, "request.invalid"],
    ] as const;
    for (const [answer, status, code] of cases) {
      expect([answer.statusCode, errorBodySchema.parse(answer.json()).code]).toEqual([status, code]);
      expect(answer.body.length).toBeLessThan(600);
    }
  });

  it("SERVER-6 null is refused also where every field may be left out; no body is an empty one", async () => {
    const { access_token } = await server.signIn("alice");
    const url = "/api/v1/voicemail_boxes/1";
    const change = async (payload?: string) => {
      const headers = { ...bearer(access_token), ...(payload && { "content-type": "application/json" }) };
      return (await server.app.inject({ method: "PUT", url, headers, ...(payload && { payload }) })).statusCode;
    };
    expect([await change("null"), await change("{}"), await change()]).toEqual([400, 200, 200]);
  });

  it("SERVER-8 an address with too many requests has to wait", async () => {
    const ask = () => server.app.inject({ url: "/api/v1/branding", remoteAddress: "192.0.2.77" });
    let answer = await ask();
    for (let sent = 1; sent <= 6_000 && answer.statusCode === 200; sent += 1) answer = await ask();
    expect(answer.statusCode).toBe(429);
    expect(errorBodySchema.parse(answer.json()).code).toBe("request.tooMany");
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    expect((await server.app.inject({ url: "/api/v1/branding" })).statusCode).toBe(200);
  });
});

/** `path METHOD` of every route, from the router's printed tree. */
function routesOf(drawing: string): readonly string[] {
  const prefixes: string[] = [];
  return drawing.split("\n").flatMap((line) => {
    const [, indent = "", fragment = "", methods = ""] = /^(.*?)[├└]── (\S*)(?: \((.+)\))?$/.exec(line) ?? [];
    if (fragment === "") return [];
    const depth = indent.length / 4;
    const path = `${prefixes[depth - 1] ?? ""}${fragment}`;
    prefixes[depth] = path;
    return methods
      .split(", ")
      .filter((method) => method !== "" && method !== "HEAD")
      .map((method) => `${path} ${method}`);
  });
}

describe("the endpoint server", () => {
  const app = Fastify();
  const endpointServer = createEndpointServer({ authenticate: async () => undefined });
  afterAll(() => app.close());

  it("SERVER-2 an endpoint with sign-in cannot be served as a public one by mistake", () => {
    const serve = () => endpointServer.servePublic(app, endpoints.getLicenses, async () => ({ data: [] }));
    expect(serve).toThrow("is not public");
    expect(() => endpointServer.serve(app, endpoints.getFaviconSizes, async () => ({ favicon_sizes: [] }))).toThrow(
      "is public",
    );
  });

  it("SERVER-3 a response passes through the response schema", async () => {
    const branding = { logo: null, user_agent: "x", platform_name: "y", display_copyright: null };
    const withMore = { ...branding, ha1: "77bcc08a059266fdd9b65930faa1e96b" };
    endpointServer.servePublic(app, endpoints.getBranding, async () => withMore);
    expect((await app.inject({ url: "/api/v1/branding" })).json()).toEqual(branding);
  });
});
