import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { endpoints, errorBodySchema, runtimeConfigSchema, type Endpoint } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { endpointUrl } from "../../kernel/http/endpoint-server.ts";
import { readPanelFiles } from "./panel-files.ts";

const HTML = { accept: "text/html" };
const STYLE = "/assets/index-1a2b3c4d.css";

describe("pages", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      port: 8080,
      allowedOrigins: ["https://tool.example"],
      embedOrigins: ["https://host.example"],
    });
    server.app.get("/breaks", async () => {
      throw new Error("the secret cause");
    });
  });
  afterAll(() => server.remove());

  const get = (url: string, headers: Readonly<Record<string, string>> = {}) => server.app.inject({ url, headers });

  it("SERVER-34 the panel's own routes get its page, uncached", async () => {
    for (const path of [
      "/",
      "/buddies",
      "/settings/phone_status",
      "/dialer/+14165550101",
      "/chat/c/room.1?x=y",
      "/index.html",
    ]) {
      const page = await get(path, HTML);
      expect([page.statusCode, page.headers["content-type"]], path).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.headers["cache-control"]).toBe("no-cache");
      expect(page.body).toContain("<title>panel</title>");
    }
  });

  it("SERVER-34 an unchanged page is not sent again", async () => {
    const etag = String((await get("/", HTML)).headers.etag);
    const again = await get("/", { ...HTML, "if-none-match": etag });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("SERVER-34 hashed assets are immutable, other files are revalidated", async () => {
    expect((await get(STYLE)).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/favicon.svg")).headers).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "no-cache",
    });
  });

  it("SERVER-34 text is compressed as the client prefers", async () => {
    expect((await get(STYLE, { "accept-encoding": "br" })).headers["content-encoding"]).toBe("br");
    const plain = await get(STYLE);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const squeezed = await get(STYLE, { "accept-encoding": "gzip, deflate, br" });
    expect(brotliDecompressSync(squeezed.rawPayload).toString()).toBe(plain.body);
    expect(squeezed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    const zipped = await get(STYLE, { "accept-encoding": "gzip, br;q=0" });
    expect([zipped.headers["content-encoding"], zipped.headers.vary]).toEqual(["gzip", "Accept-Encoding"]);
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  });

  it("SERVER-34 a missing file is 404, and no path leaves the panel's folder", async () => {
    for (const path of ["/assets/gone.js", "/gone.js", "/%2e%2e/%2e%2e/package.json", "/..%2f..%2fpackage.json"]) {
      const answer = await get(path);
      expect(answer.statusCode, path).toBe(404);
      expect(errorBodySchema.parse(answer.json()).code).toBe("request.notFound");
    }
    const undecodable = await get("/%ff");
    expect([undecodable.statusCode, errorBodySchema.parse(undecodable.json()).code]).toEqual([400, "request.invalid"]);
  });

  it("SERVER-12 NOISE-5 the panel's page may connect only to its own host, and only listed origins may frame it", async () => {
    const { headers } = await get("/", { ...HTML, host: "localhost:8080" });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self' ws://localhost:8080 wss://localhost:8080;");
    expect(policy).toMatch(/frame-ancestors 'self' https:\/\/host\.example$/);
    expect(policy.replace("'wasm-unsafe-eval'", ""), "WebAssembly, and no eval").not.toContain("unsafe");
    expect(headers["permissions-policy"]).toContain("microphone=(self)");
  });

  it("VROOM-20 a link of a video room opens the page of guests, which no page may frame and which sends its address to no other site", async () => {
    const answer = await get("/v/abc-DEF_123?jwt=x", { ...HTML, host: "localhost:8080" });
    expect([answer.statusCode, answer.body.includes("<title>Guest</title>")]).toEqual([200, true]);
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain("connect-src 'self' ws://localhost:8080 wss://localhost:8080;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("host.example");
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    expect(answer.headers["permissions-policy"]).toContain("camera=(self), display-capture=(self)");
    for (const path of ["/v", "/v/", "/v/a/b"]) expect((await get(path, HTML)).body).not.toContain("Guest");
  });

  it("SERVER-12 every response forbids framing, sniffing and foreign scripts", async () => {
    for (const path of ["/api/v1/branding", "/api/v1/gone", "/config.json", STYLE, "/healthz"]) {
      const { headers } = await get(path);
      expect(headers["content-security-policy"], path).toBe("default-src 'none';frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
    }
  });

  it("SERVER-9 a page of another origin cannot change anything", async () => {
    const revoke = (origin: string | undefined) =>
      server.app.inject({
        method: "POST",
        url: "/api/oauth/revoke",
        headers: { host: "localhost:8080", ...(origin === undefined ? {} : { origin }) },
        payload: { token: "x" },
      });
    for (const origin of [
      "https://evil.example",
      "null",
      "http://localhost:9999",
      "http://localhost:8080.evil.example",
      "https://host.example",
      "file://",
    ]) {
      const answer = await revoke(origin);
      expect(answer.statusCode, origin).toBe(403);
      expect(errorBodySchema.parse(answer.json()).code).toBe("request.origin");
    }
    for (const origin of [undefined, "http://localhost:8080", "https://tool.example"])
      expect((await revoke(origin)).statusCode, origin).toBe(200);
  });

  const ask = (method: "GET" | "POST" | "OPTIONS", url: string, headers: Readonly<Record<string, string>>) =>
    server.app.inject({ method, url, headers: { host: "localhost:8080", ...headers } });
  const TOOL = "https://tool.example";

  it("SERVER-62 a page of a listed origin can read the API and config.json, including errors, without credentials", async () => {
    for (const [path, status] of [
      ["/api/v1/branding", 200],
      ["/api/v1/users/me", 401],
      ["/api/v1/gone", 404],
      ["/config.json", 200],
    ] as const) {
      const { statusCode, headers } = await ask("GET", path, { origin: TOOL });
      expect(statusCode, path).toBe(status);
      expect(headers, path).toMatchObject({
        "access-control-allow-origin": TOOL,
        "cross-origin-resource-policy": "cross-origin",
        vary: "Origin",
      });
      expect(headers["access-control-expose-headers"]).toContain("content-disposition");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
    }
    expect((await ask("GET", "/", { ...HTML, origin: TOOL })).headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("SERVER-62 its preflight lists the existing methods and the allowed headers", async () => {
    const wish = {
      origin: TOOL,
      "access-control-request-method": "PUT",
      "access-control-request-headers": "authorization",
    };
    const { statusCode, headers, body } = await ask("OPTIONS", "/api/v1/users/1/do_not_disturb", wish);
    expect([statusCode, body]).toEqual([204, ""]);
    expect(headers["access-control-allow-origin"]).toBe(TOOL);
    expect(headers["access-control-allow-methods"]).toBe("PUT");
    expect(headers["access-control-allow-headers"]).toMatch(/\bauthorization, content-type\b/);
    // An OPTIONS request that is not a preflight is an unknown method, as before.
    expect((await ask("OPTIONS", "/api/v1/branding", { origin: TOOL })).statusCode).toBe(405);
  });

  it("SERVER-62 any other origin gets no access: unlisted, null, with a suffix or prefix, another scheme or port, more than one", async () => {
    for (const origin of [
      "https://evil.example",
      "null",
      "https://tool.example.evil.example",
      "https://eviltool.example",
      "https://evil.tool.example",
      "http://tool.example",
      "https://tool.example:8443",
      "https://tool.example/",
      "https://tool.example@evil.example",
      "https://host.example",
      "https://tool.example https://evil.example",
      "*",
      "",
    ]) {
      const answers = [
        await ask("GET", "/api/v1/branding", { origin }),
        await ask("OPTIONS", "/api/oauth/token", { origin, "access-control-request-method": "POST" }),
      ];
      for (const { headers, statusCode } of answers) {
        expect(
          Object.keys(headers).filter((name) => name.startsWith("access-control")),
          origin,
        ).toEqual([]);
        expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
        expect(statusCode).not.toBe(204);
      }
    }
    const unnamed = await ask("GET", "/api/v1/branding", {});
    expect(unnamed.headers).toMatchObject({ vary: "Origin", "cross-origin-resource-policy": "same-origin" });
  });

  it("SERVER-62 pictures can be shown in pages of a listed origin, which request them without Origin", async () => {
    const policyFor = async (referer: string) =>
      (await ask("GET", "/api/v1/branding", { referer })).headers["cross-origin-resource-policy"];
    expect(await policyFor(`${TOOL}/page?x=1`)).toBe("cross-origin");
    for (const referer of ["https://evil.example/https://tool.example", "https://tool.example.evil.example/", "x"])
      expect(await policyFor(referer), referer).toBe("same-origin");
  });

  it("SERVER-10 a loopback server accepts only loopback names", async () => {
    for (const host of ["evil.example", "evil.example:8080", "192.168.1.7:8080", "localhost.evil.example"])
      expect((await get("/api/v1/branding", { host })).statusCode, host).toBe(403);
    for (const host of ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080"])
      expect((await get("/api/v1/branding", { host })).statusCode, host).toBe(200);
    expect((await get("/healthz", { host: "10.0.0.7" })).statusCode).toBe(200);
  });

  it("SERVER-7 an unexpected error is a 500 without any of its cause, which is logged", async () => {
    const answer = await get("/breaks");
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      error: "server.internal",
      code: "server.internal",
      error_description: "Something went wrong on the server",
    });
    expect(server.logText()).toContain("the secret cause");
  });

  it("REPORT-1 the page may connect to other servers only where the operator has named them", async () => {
    const policyOf = async (one: TestServer) =>
      String(
        (await one.app.inject({ url: "/", headers: { ...HTML, host: "localhost:8080" } })).headers[
          "content-security-policy"
        ],
      );
    expect(await policyOf(server)).not.toMatch(/(script|connect)-src[^;]*https:/);
    expect((await get("/config.json")).json()).toMatchObject({ error_reporting: null, analytics: null });
    const named = await createTestServer({
      reporting: {
        errorReporting: { url: "https://errors.example/panel", sample_rate: 1 },
        analytics: { script: "https://stats.example/s.js", tracker_id: "T-1" },
      },
    });
    const policy = await policyOf(named);
    await named.remove();
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' https://stats.example;");
    expect(policy).toMatch(/connect-src 'self' .* https:\/\/errors\.example https:\/\/stats\.example;/);
  });

  it("PWA-1 the manifest has what browsers need to offer the installation, and its icons exist", async () => {
    const { headers, body } = await get("/manifest.webmanifest");
    expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    const manifest = z
      .object({
        name: z.literal("callpanel"),
        start_url: z.literal("/"),
        display: z.literal("standalone"),
        icons: z.array(z.object({ src: z.string(), sizes: z.string() })),
      })
      .parse(JSON.parse(body));
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512"]);
    for (const { src } of manifest.icons) expect((await get(src)).statusCode, src).toBe(200);
  });

  it("SERVER-31 /config.json matches the contract", async () => {
    const config = runtimeConfigSchema.parse((await get("/config.json")).json());
    expect(config).toMatchObject({
      api_base: "/api",
      api_version: "v1",
      sign_in: "page",
      sign_in_path: "/oauth/authorize",
      embed_origins: ["https://host.example"],
      sign_out_path: "/sign_out",
    });
  });

  it("SERVER-32 every announced icon size is a PNG of that size", async () => {
    const announced = endpoints.getFaviconSizes.response.parse((await get("/api/v1/branding/favicon_sizes")).json());
    expect(announced.favicon_sizes).toContain(32);
    for (const size of announced.favicon_sizes) {
      const icon = await get(`/favicons/${size}.png`);
      expect(icon.headers["content-type"]).toBe("image/png");
      expect(icon.rawPayload.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
      expect([icon.rawPayload.readUInt32BE(16), icon.rawPayload.readUInt32BE(20)]).toEqual([size, size]);
      const dataStart = icon.rawPayload.indexOf("IDAT") + 4;
      const pixels = inflateSync(icon.rawPayload.subarray(dataStart, -16));
      expect(pixels.length).toBe(size * (1 + size * 4));
    }
    expect((await get("/favicons/31.png")).statusCode).toBe(404);
    expect((await get("/favicon.ico")).headers["content-type"]).toBe("image/png");
  });

  it("SERVER-33 the OpenAPI page lists every endpoint with its method and its permission", async () => {
    const page = z.parse(openApiSchema, (await get("/api/openapi.json")).json());
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const path = endpointUrl(endpoint)
        .replace(/^\/api/, "")
        .replace(/:(\w+)/g, "{$1}");
      expect(page.paths[path]?.[endpoint.method.toLowerCase()]?.operationId, name).toBe(name);
    }
    expect(page.paths["/v1/config/sipua"]?.["get"]?.description).toBe("Needs configs:read and softphone:read.");
  });

  it("SERVER-35 health and readiness are public, metrics are only for this machine and private networks", async () => {
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
    expect((await get("/readyz")).json()).toEqual({ status: "ready" });
    const text = (await get("/metrics")).body;
    for (const name of [
      "callpanel_http_request_seconds_count",
      'callpanel_phone{what="calls"} 0',
      'callpanel_phone{what="mediaPorts"} 0',
      "callpanel_web_sockets 0",
      "callpanel_event_loop_lag_p99_seconds",
    ])
      expect(text).toContain(name);
    const outside = await server.app.inject({ url: "/metrics", remoteAddress: "203.0.113.7" });
    const proxied = await get("/metrics", { "x-forwarded-for": "203.0.113.7" });
    expect([outside.statusCode, proxied.statusCode]).toEqual([404, 404]);
    expect((await server.app.inject({ url: "/healthz", remoteAddress: "203.0.113.7" })).statusCode).toBe(200);
  });

  it("SERVER-38 the log holds no tokens, passwords or HA1", async () => {
    const token = await server.signIn("alice");
    await server.get("/api/v1/config/sipua", "alice");
    await get(`/api/v1/users/me?access_token=${token.access_token}`);
    server.app.log.warn({ password: "struck out", headers: { authorization: "Bearer struck" } }, "a slip");
    const log = server.logText();
    for (const secret of [
      token.access_token,
      token.refresh_token,
      "callpanel-demo",
      "77bcc08a059266fdd9b65930faa1e96b",
      "struck",
    ])
      expect(log).not.toContain(secret);
    expect(log).toContain("[secret]");
  });
});

const openApiSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), description: z.string() }))),
});

describe("without a built panel", () => {
  it("SERVER-34 says that the panel is not built", async () => {
    const files = await readPanelFiles("/nowhere");
    expect(files.index).toBeUndefined();
    expect(files.find("/")).toBeUndefined();
  });
});
