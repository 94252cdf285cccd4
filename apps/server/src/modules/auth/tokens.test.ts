import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorBodySchema, tokenSchema, type Token } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../app/services/storage.ts";
import { bearer, createTestClock, createTestServer, type TestServer } from "../../../test/test-server.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("tokens", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.remove());

  const ask = (payload: object) => server.app.inject({ method: "POST", url: "/api/oauth/token", payload });
  const refresh = (token: Token) => ask({ grant_type: "refresh_token", refresh_token: token.refresh_token });
  const me = async (accessToken: string) =>
    (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(accessToken) })).statusCode;

  it("AUTH-1 the password grant accepts JSON and forms and returns every token field", async () => {
    const json = await ask({
      grant_type: "password",
      username: "alice",
      password: "callpanel-demo",
      client_id: "callpanel",
    });
    const token = tokenSchema.parse(json.json());
    expect(token).toMatchObject({ client_id: "callpanel", token_type: "Bearer", scope: "callpanel", expires_in: 1800 });
    expect(token.created_at).toBe(Math.floor(server.clock.now() / 1000));
    expect(json.headers["cache-control"]).toBe("no-store");

    const form = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "grant_type=password&username=alice&password=callpanel-demo",
    });
    expect(await me(tokenSchema.parse(form.json()).access_token)).toBe(200);
  });

  it("AUTH-2 a wrong password and an unknown name get the same response", async () => {
    const wrong = await ask({ grant_type: "password", username: "alice", password: "wrong-password" });
    const unknown = await ask({ grant_type: "password", username: "nobody", password: "wrong-password" });
    expect(wrong.statusCode).toBe(400);
    expect(errorBodySchema.parse(wrong.json())).toEqual({
      error: "invalid_grant",
      code: "login.error.login",
      error_description: "Failed login. Invalid email or password.",
    });
    expect(unknown.statusCode).toBe(400);
    expect(unknown.json()).toEqual(wrong.json());
  });

  it("AUTH-3 usernames are compared without case", async () => {
    expect(await me((await server.signIn(" ALICE ")).access_token)).toBe(200);
  });

  it("AUTH-9 an access token is valid for 30 minutes, a session for 90 days", async () => {
    let token = await server.signIn("alice");
    server.clock.leap(30 * MINUTE - 1);
    expect(await me(token.access_token)).toBe(200);
    server.clock.leap(1);
    expect(await me(token.access_token)).toBe(401);

    for (let days = 0; days < 75; days += 25) {
      server.clock.leap(25 * DAY);
      token = tokenSchema.parse((await refresh(token)).json());
    }
    server.clock.leap(15 * DAY);
    expect((await refresh(token)).json()).toMatchObject({ error: "invalid_grant" });
  });

  it("AUTH-9 a refresh token that was not used for 30 days has expired", async () => {
    const token = await server.signIn("alice");
    server.clock.leap(30 * DAY);
    expect((await refresh(token)).json()).toMatchObject({ error: "invalid_grant" });
  });

  it("AUTH-10 a refresh gives new tokens; earlier access tokens stay valid until they expire", async () => {
    const first = await server.signIn("alice");
    const second = tokenSchema.parse((await refresh(first)).json());
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await me(second.access_token)).toBe(200);
    expect(await me(first.access_token)).toBe(200);
  });

  it("AUTH-11 a used refresh token that is presented again ends the whole session", async () => {
    const first = await server.signIn("alice");
    const other = await server.signIn("alice");
    const second = tokenSchema.parse((await refresh(first)).json());
    server.clock.leap(10_001);
    expect((await refresh(first)).statusCode).toBe(400);
    expect(await me(second.access_token)).toBe(401);
    expect((await refresh(second)).statusCode).toBe(400);
    expect(await me(other.access_token)).toBe(200);
    expect(server.logText()).toContain("a token was used twice");
  });

  it("AUTH-12 two tabs that refresh in parallel each get valid tokens", async () => {
    const first = await server.signIn("alice");
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    for (const answer of answers) expect(await me(tokenSchema.parse(answer.json()).access_token)).toBe(200);
    server.clock.leap(9_999);
    expect((await refresh(first)).statusCode).toBe(200);
  });

  it("AUTH-12 after a successor was used, presenting the old token again ends the session immediately", async () => {
    const first = await server.signIn("alice");
    const second = tokenSchema.parse((await refresh(first)).json());
    const third = tokenSchema.parse((await refresh(second)).json());
    expect((await refresh(first)).statusCode).toBe(400);
    expect(await me(third.access_token)).toBe(401);
  });

  it("AUTH-29 a thief who exchanges the same token within the grace time is detected at the next exchange", async () => {
    for (const quicker of ["thief", "owner"] as const) {
      const stolen = await server.signIn("alice");
      const one = tokenSchema.parse((await refresh(stolen)).json());
      const other = tokenSchema.parse((await refresh(stolen)).json());
      const [first, second] = quicker === "thief" ? [other, one] : [one, other];
      server.clock.leap(20 * MINUTE);
      const next = tokenSchema.parse((await refresh(first)).json());
      expect((await refresh(second)).statusCode).toBe(400);
      expect(await me(next.access_token)).toBe(401);
      expect((await refresh(next)).statusCode).toBe(400);
    }
  });

  it("AUTH-13 a token is valid only for its own purpose", async () => {
    const token = await server.signIn("alice");
    expect(await me(token.refresh_token)).toBe(401);
    expect((await ask({ grant_type: "refresh_token", refresh_token: token.access_token })).statusCode).toBe(400);
    expect(await me(token.access_token)).toBe(200);
  });

  it("AUTH-14 revoking either token ends the session; an unknown token is not an error", async () => {
    const revoke = (token: string) =>
      server.app.inject({ method: "POST", url: "/api/oauth/revoke", payload: { token } });
    for (const which of ["access_token", "refresh_token"] as const) {
      const token = await server.signIn("alice");
      expect((await revoke(token[which])).json()).toEqual({ success: true });
      expect(await me(token.access_token)).toBe(401);
      expect((await refresh(token)).statusCode).toBe(400);
    }
    expect((await revoke("never-issued")).statusCode).toBe(200);
  });

  it("AUTH-15 tokens are read only from the Authorization header", async () => {
    const { access_token } = await server.signIn("alice");
    const elsewhere = [
      { url: `/api/v1/users/me?access_token=${access_token}` },
      { url: "/api/v1/users/me", headers: { cookie: `access_token=${access_token}` } },
      { url: "/api/v1/users/me", headers: { authorization: access_token } },
      { url: "/api/v1/users/me", headers: { authorization: `Basic ${access_token}` } },
      { url: "/api/v1/users/me", headers: { authorization: `Bearer ${access_token} x` } },
    ];
    for (const request of elsewhere) expect((await server.app.inject(request)).statusCode).toBe(401);
  });

  it("AUTH-24 a person who may not use the panel can sign in, but is refused everywhere else", async () => {
    const { access_token } = await server.signIn("frank");
    for (const path of ["users/validate_callpanel_session", "users/me", "users/permissions", "config/sipua"]) {
      const answer = await server.app.inject({ url: `/api/v1/${path}`, headers: bearer(access_token) });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({
        error: "login.error.session",
        error_description: "Invalid user session. This user is not allowed to access callpanel",
      });
    }
    expect(await server.get("/api/v1/users/validate_callpanel_session", "erin")).toEqual({
      status: 200,
      body: { success: true },
    });
  });

  it("AUTH-25 refusals carry the RFC 6749 code and the catalogue code", async () => {
    const cases: ReadonlyArray<readonly [object, string, string]> = [
      [{ grant_type: "password", username: "alice", password: "nope-nope" }, "invalid_grant", "login.error.login"],
      [{ grant_type: "client_credentials" }, "unsupported_grant_type", "token.unsupportedGrant"],
      [{ grant_type: "password", username: "alice" }, "invalid_request", "request.invalid"],
      [{ grant_type: "password", username: 7, password: {} }, "invalid_request", "request.invalid"],
      [{}, "invalid_request", "request.invalid"],
      [{ grant_type: "refresh_token", refresh_token: "x" }, "invalid_grant", "token.invalidGrant"],
      [
        { grant_type: "password", username: "alice", password: "callpanel-demo", client_id: "other" },
        "invalid_client",
        "token.invalidClient",
      ],
    ];
    for (const [payload, error, code] of cases) {
      const answer = await ask(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error, code });
    }
  });
});

describe("sessions in the store", () => {
  it("AUTH-16 sessions survive a restart of the server", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "callpanel-test-"));
    const clock = createTestClock();
    const before = await createTestServer({ dataDir, clock });
    const token = await before.signIn("alice");
    await before.stop();
    const after = await createTestServer({ dataDir, clock });
    const answer = await after.app.inject({ url: "/api/v1/users/me", headers: bearer(token.access_token) });
    expect(answer.statusCode).toBe(200);
    await after.remove();
  });

  it("AUTH-4 AUTH-17 only hashes and digests are stored, and expired rows are removed", async () => {
    const server = await createTestServer({ demo: true });
    const token = await server.signIn("alice");
    const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, realm: undefined }, silentLog);
    try {
      const credentials = await db.selectFrom("credentials").selectAll().execute();
      expect(credentials).toHaveLength(24);
      expect(new Set(credentials.map((one) => one.password_hash)).size).toBe(1); // published: made once
      for (const one of credentials) {
        expect(Object.keys(one)).toEqual(["user_id", "password_hash", "is_demo"]);
        expect(one.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      }

      const tokens = await db.selectFrom("tokens").selectAll().execute();
      expect(tokens).toHaveLength(2);
      expect(JSON.stringify(tokens)).not.toContain(token.access_token);
      expect(JSON.stringify(tokens)).not.toContain(token.refresh_token);

      server.clock.leap(100 * DAY);
      await server.clock.skip(60 * MINUTE);
      await expect.poll(() => db.selectFrom("tokens").selectAll().execute()).toEqual([]);
      expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
    } finally {
      await db.destroy();
      await server.remove();
    }
  });
});

const silentLog = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
