import { SIGN_INS_KEPT, signedInSchema } from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { DEMO_PASSWORD } from "../users/index.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../test/test-sockets.ts";
import { WAIT } from "../../../test/wait.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const COMPANY = `
realm: demo
groups: [{ name: help-desk, permissions: [administration:manage_people] }]
users:
  - { username: grace, groups: [staff, administrators] }
  - { username: hiro, groups: [staff, help-desk] }
`;

describe("where people are signed in", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer();
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const ask = async (method: "GET" | "DELETE", url: string, token: string) => {
    const { statusCode, body } = await server.app.inject({ method, url: `/api/v1/${url}`, headers: bearer(token) });
    return { status: statusCode, body };
  };
  const mine = async (token: string) => signedInSchema.parse(JSON.parse((await ask("GET", "sessions", token)).body));
  const tryPassword = (username: string, password: string, { address = "203.0.113.77", userAgent = FIREFOX } = {}) =>
    server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      remoteAddress: address,
      headers: { "user-agent": userAgent },
      payload: { grant_type: "password", username, password },
    });
  const tokenFrom = async (...from: Parameters<typeof tryPassword>) =>
    (await tryPassword(...from)).json<{ access_token: string }>().access_token;
  const PASSWORD = DEMO_PASSWORD;
  const failedOf = async (token: string) => (await mine(token)).failed;

  it("SESSIONS-1 SESSIONS-2 a session has its device, its shortened network, its start and its last renewal", async () => {
    const opened = server.clock.now();
    const first = await tryPassword("bob", PASSWORD);
    const { refresh_token } = first.json<{ refresh_token: string }>();
    server.clock.leap(1_000_000);
    const hostile = `<b>x</b>\u00e9${"y".repeat(400)}`;
    const second = await tokenFrom("bob", PASSWORD, { address: "2001:db8:7:8::9", userAgent: hostile });
    server.clock.leap(1_000);
    await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "refresh_token", refresh_token },
    });
    const { sessions } = await mine(second);
    expect(sessions.map((session) => ({ ...session, id: "" }))).toEqual([
      {
        id: "",
        current: true,
        created_at: opened + 1_000_000,
        seen_at: opened + 1_000_000,
        network: "2001:db8:7::/48",
        user_agent: `<b>x</b>${"y".repeat(248)}`,
        application: null,
      },
      {
        id: "",
        current: false,
        created_at: opened,
        seen_at: opened + 1_001_000,
        network: "203.0.113.0/24",
        user_agent: FIREFOX,
        application: null,
      },
    ]);
  });

  it("SESSIONS-3 SESSIONS-4 wrong passwords and codes are kept apart from sign-ins, the last 20 of each, those of no person not at all", async () => {
    const token = await tokenFrom("bob", PASSWORD);
    await tryPassword("nobody-at-all", "wrong");
    for (let number = 0; number <= SIGN_INS_KEPT; number += 1) {
      // One address for each: five wrong ones of one address would lock it.
      await tryPassword("Bob", "wrong", { address: `198.51.${number}.7` });
      await expect.poll(async () => (await failedOf(token))[0]?.network, WAIT).toBe(`198.51.${number}.0/24`);
      server.clock.leap(1);
    }
    const { failed, sign_ins: signIns } = await mine(token);
    expect(failed.map(({ network }) => network)).toEqual(
      Array.from({ length: SIGN_INS_KEPT }, (_, index) => `198.51.${SIGN_INS_KEPT - index}.0/24`),
    );
    expect(new Set(failed.map(({ outcome }) => outcome))).toEqual(new Set(["password"]));
    expect(signIns).toEqual([expect.objectContaining({ outcome: "signedIn", user_agent: FIREFOX })]);
    await server.app.inject({ url: "/api/v1/otp_configuration", headers: bearer(token) });
    const { secret } = (await server.app.inject({ url: "/api/v1/otp_configuration", headers: bearer(token) })).json<{
      secret: string;
    }>();
    const code = generateSync({ secret, epoch: Math.floor(server.clock.now() / 1_000) });
    const on = { enabled: true, code };
    await server.app.inject({ method: "PUT", url: "/api/v1/otp_configuration", headers: bearer(token), payload: on });
    const asked = (await tryPassword("bob", PASSWORD)).json<{ details: { challenge: string } }>();
    const answer = { otp_challenge: asked.details.challenge, otp_code: "000000" };
    await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      remoteAddress: "192.0.2.1",
      payload: { grant_type: "password", username: "bob", password: PASSWORD, ...answer },
    });
    await expect
      .poll(async () => (await failedOf(token))[0], WAIT)
      .toMatchObject({ outcome: "code", network: "192.0.2.0/24" });
    expect((await mine(token)).sign_ins).toHaveLength(1);
  });

  it("SESSIONS-5 a person ends one session of theirs, with its tokens and its open connection, and not another person’s", async () => {
    const [here, there, alice] = [
      await tokenFrom("bob", PASSWORD),
      await tokenFrom("bob", PASSWORD),
      await tokenFrom("alice", PASSWORD),
    ];
    const socket = await sockets.open("/events");
    socket.send(JSON.stringify({ type: "signin", username: "bob", token: there, realm: "demo" }));
    const other = (await mine(there)).sessions.find(({ current }) => current)?.id ?? "";
    expect((await ask("DELETE", `sessions/${other}`, alice)).status).toBe(404);
    expect((await ask("GET", "sessions", there)).status).toBe(200);
    expect((await ask("DELETE", `sessions/${other}`, here)).status).toBe(200);
    expect((await ask("GET", "sessions", there)).status).toBe(401);
    await expect.poll(() => socket.readyState, WAIT).toBe(socket.CLOSED);
    expect((await mine(here)).sessions.map(({ current }) => current)).toEqual([true]);
    expect((await ask("DELETE", `sessions/${other}`, here)).status).toBe(404);
  });

  it("SESSIONS-5 all others end, and the one that asks stays", async () => {
    const [here, there] = [await tokenFrom("bob", PASSWORD), await tokenFrom("bob", PASSWORD)];
    expect((await ask("DELETE", "sessions", here)).status).toBe(200);
    expect([(await ask("GET", "sessions", here)).status, (await ask("GET", "sessions", there)).status]).toEqual([
      200, 401,
    ]);
  });

  it("SESSIONS-6 an administrator ends one session of a person; a help desk none of an administrator", async () => {
    const [one, two] = [await tokenFrom("bob", PASSWORD), await tokenFrom("bob", PASSWORD)];
    const bob = (await server.stores.users.byUsername("bob"))?.id ?? 0;
    const grace = (await server.stores.users.byUsername("grace"))?.id ?? 0;
    const path = (userId: number, session: string) => `/api/v1/administration/people/${userId}/sessions/${session}`;
    const idOf = async (token: string) => (await mine(token)).sessions.find(({ current }) => current)?.id ?? "";
    const first = await idOf(one);
    const graces = await idOf(await server.signIn("grace").then(({ access_token }) => access_token));
    expect((await server.send("DELETE", path(grace, graces), "hiro")).status).toBe(403);
    // A session of another person, sent with the id of a person that they may change.
    expect((await server.send("DELETE", path(bob, graces), "hiro")).status).toBe(404);
    expect((await server.send("DELETE", path(bob, first), "hiro")).status).toBe(200);
    expect([(await ask("GET", "sessions", one)).status, (await ask("GET", "sessions", two)).status]).toEqual([
      401, 200,
    ]);
    const { body } = await server.get("/api/v1/administration/audit?act=people.sessionEnded", "grace");
    expect(body).toMatchObject({
      data: [{ details: { network: "203.0.113.0/24" }, person: expect.objectContaining({ name: "Bob Brandt" }) }],
    });
  });

  it("SESSIONS-3 sign-ins are forgotten after 90 days", async () => {
    await tokenFrom("bob", PASSWORD);
    server.clock.leap(89 * 86_400_000);
    const early = await tokenFrom("bob", PASSWORD);
    expect((await mine(early)).sign_ins).toHaveLength(2);
    server.clock.leap(86_400_000);
    await server.stores.sessions.prune(server.clock.now());
    const late = await tokenFrom("bob", PASSWORD);
    expect((await mine(late)).sign_ins).toHaveLength(2);
  });
});
