import { listPhones, newPhoneSchema, sipConfigSchema } from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openSockets, type SocketPhone, type TestSockets } from "../../../test/test-sockets.ts";

const PASSWORD = "callpanel-demo";
const PHONES = "/api/v1/phones";
/** Registrations of an ended secret are removed within this time. */
const DROPPED_MS = 500;

let server: TestServer;
let sockets: TestSockets;
beforeEach(async () => {
  server = await createTestServer({ takesMessages: false });
  sockets = await openSockets(server);
});
afterEach(async () => {
  sockets.cut();
  await server.remove();
});

type Proof = { readonly password: string } | { readonly ha1: string };
interface Phone extends SocketPhone {
  register(): Promise<number>;
}

async function phone(username: string, proof: Proof): Promise<Phone> {
  const opened = await sockets.phone(username, proof);
  return { ...opened, register: async () => (await opened.sip.register()).status };
}

const ha1Of = async (accessToken: string): Promise<string> => {
  const answer = await server.app.inject({ url: "/api/v1/config/sipua", headers: bearer(accessToken) });
  return sipConfigSchema.parse(answer.json()).ha1;
};
const statusOf = async (username: string, proof: Proof): Promise<number> => (await phone(username, proof)).register();
const registeredCount = async (username: string): Promise<number> => {
  const { body } = await server.get(`/api/v1/panel_buddies?search=${username}`, "bob");
  return JSON.stringify(body).includes('"registered":true') ? 1 : 0;
};
/** The server closes the phone's connection within the promised time. */
const expectDropped = async ({ socket }: Phone): Promise<void> => {
  await server.clock.advance(DROPPED_MS);
  await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
};
const post = (accessToken: string, url: string, payload: object, method: "POST" | "PUT" = "POST") =>
  server.app.inject({ method, url: `/api/v1/${url}`, headers: bearer(accessToken), payload });
const appCode = (secret: string): string => generateSync({ secret, epoch: Math.floor(server.clock.now() / 1_000) });
const revoke = (token: string) => server.app.inject({ method: "POST", url: "/api/oauth/revoke", payload: { token } });
const addPhone = async (username: string, label = "Desk") =>
  newPhoneSchema.parse((await server.send("POST", PHONES, username, { label, current_password: PASSWORD })).body);
const phonesOf = async (username: string) => listPhones.response.parse((await server.get(PHONES, username)).body).data;

describe("SIP secrets of sessions", () => {
  it("SECRET-1 SECRET-2 the login password cannot be used over SIP", async () => {
    expect(await statusOf("alice", { password: PASSWORD })).toBe(401);
  });

  it("SECRET-3 with a second factor on, the password alone neither registers nor gives a secret", async () => {
    const { access_token } = await server.signIn("alice");
    const asked = await server.app.inject({ url: "/api/v1/otp_configuration", headers: bearer(access_token) });
    const { secret } = asked.json<{ secret: string }>();
    const on = await post(access_token, "otp_configuration", { enabled: true, code: appCode(secret) }, "PUT");
    expect(on.statusCode).toBe(200);
    expect(await statusOf("alice", { password: PASSWORD })).toBe(401);
    await expect(server.signIn("alice")).rejects.toThrow("otp.required");
    expect(await statusOf("alice", { ha1: await ha1Of(access_token) })).toBe(200);
  });

  it("SECRET-3 each session has its own secret, and both can register", async () => {
    const [one, other] = [await server.signIn("alice"), await server.signIn("alice")];
    const first = await ha1Of(one.access_token);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(await ha1Of(one.access_token)).toBe(first);
    const answers = await Promise.all([1, 2, 3].map(() => ha1Of(other.access_token)));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).not.toBe(first);
    for (const ha1 of [first, answers[0] ?? ""]) expect(await statusOf("alice", { ha1 })).toBe(200);
    expect(await statusOf("bob", { ha1: first })).toBe(401);
  });

  it("SECRET-4 SECRET-11 after its token is revoked, a secret is invalid, and its registrations are removed", async () => {
    const [leaving, staying] = [await server.signIn("alice"), await server.signIn("alice")];
    const ha1 = await ha1Of(leaving.access_token);
    const gone = await phone("alice", { ha1 });
    const kept = await phone("alice", { ha1: await ha1Of(staying.access_token) });
    expect([await gone.register(), await kept.register()]).toEqual([200, 200]);

    await revoke(leaving.refresh_token);
    expect(await statusOf("alice", { ha1 })).toBe(401);
    expect((await gone.sip.request("OPTIONS")).status).toBe(401);
    await expectDropped(gone);
    expect(kept.socket.readyState).toBe(WebSocket.OPEN);
    expect(await kept.register()).toBe(200);
    expect(await registeredCount("alice")).toBe(1);
  });

  it("SECRET-4 a refresh token that is used twice ends the secret together with the session", async () => {
    const token = await server.signIn("alice");
    const thief = await phone("alice", { ha1: await ha1Of(token.access_token) });
    expect(await thief.register()).toBe(200);
    const refresh = () =>
      server.app.inject({
        method: "POST",
        url: "/api/oauth/token",
        payload: { grant_type: "refresh_token", refresh_token: token.refresh_token },
      });
    expect((await refresh()).statusCode).toBe(200);
    server.clock.leap(10_001);
    expect((await refresh()).statusCode).toBe(400);
    await expectDropped(thief);
  });

  it("SECRET-4 the secret of an expired session ends with it", async () => {
    const ha1 = await ha1Of((await server.signIn("alice")).access_token);
    const late = await phone("alice", { ha1 });
    expect(await late.register()).toBe(200);
    server.clock.leap(90 * 86_400_000);
    expect(await statusOf("alice", { ha1 })).toBe(401);
    await server.clock.skip(3_600_000);
    await expectDropped(late);
  });

  it("SECRET-4 SECRET-5 SECRET-10 a new password ends every secret, including those of the current session and of phones", async () => {
    const [own, other] = [await server.signIn("alice"), await server.signIn("alice")];
    const { secret } = await addPhone("alice");
    const before = await ha1Of(own.access_token);
    const all = [
      await phone("alice", { ha1: before }),
      await phone("alice", { ha1: await ha1Of(other.access_token) }),
      await phone("alice", { password: secret }),
    ];
    for (const one of all) expect(await one.register()).toBe(200);
    const { id = 0 } = (await server.stores.users.byUsername("alice")) ?? {};
    const next = "a much longer one";
    const change = { new_password: next, confirm_password: next, current_password: PASSWORD };
    expect((await post(own.access_token, `users/${id}`, change, "PUT")).statusCode).toBe(200);
    for (const one of all) await expectDropped(one);
    const after = await ha1Of(own.access_token);
    expect(after).not.toBe(before);
    expect(await statusOf("alice", { ha1: after })).toBe(200);
    expect(await statusOf("alice", { ha1: before })).toBe(401);
    expect(await statusOf("alice", { password: next })).toBe(401);
  });

  it("OTP-15 SECRET-4 SECRET-5 SECRET-10 switching the second factor on and off ends the secrets of all sessions; phones stay", async () => {
    const own = await server.signIn("alice");
    const { secret } = await addPhone("alice");
    const desk = await phone("alice", { password: secret });
    expect(await desk.register()).toBe(200);
    const asked = await server.app.inject({ url: "/api/v1/otp_configuration", headers: bearer(own.access_token) });
    const { secret: otp } = asked.json<{ secret: string }>();
    for (const enabled of [true, false]) {
      const other = enabled ? await server.signIn("alice") : undefined;
      const mine = await phone("alice", { ha1: await ha1Of(own.access_token) });
      const theirs = other && (await phone("alice", { ha1: await ha1Of(other.access_token) }));
      for (const one of [mine, theirs]) if (one !== undefined) expect(await one.register()).toBe(200);
      const change = await post(own.access_token, "otp_configuration", { enabled, code: appCode(otp) }, "PUT");
      expect(change.statusCode).toBe(200);
      for (const one of [mine, theirs]) if (one !== undefined) await expectDropped(one);
      const stillIn =
        other && (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(other.access_token) }));
      if (stillIn !== undefined) expect(stillIn.statusCode).toBe(401);
      expect(await statusOf("alice", { ha1: await ha1Of(own.access_token) })).toBe(200);
      server.clock.leap(30_000);
    }
    expect(desk.socket.readyState).toBe(WebSocket.OPEN);
    expect(await desk.register()).toBe(200);
  });

  it("SECRET-4 a person who loses the right to the softphone loses the secrets of their sessions", async () => {
    const { access_token } = await server.signIn("alice");
    const before = await ha1Of(access_token);
    const mine = await phone("alice", { ha1: before });
    expect(await mine.register()).toBe(200);
    const company = server.stores.company;
    const { id = 0 } = (await server.stores.users.byUsername("alice")) ?? {};
    const realmId = (await server.stores.users.byId(id))?.realm.id ?? 0;
    await company.atomically((writer) => writer.setGroups(realmId, id, ["buddies-only"]));
    await expectDropped(mine);
    expect(await statusOf("alice", { ha1: before })).not.toBe(200);
    await company.atomically((writer) => writer.setGroups(realmId, id, ["staff"]));
    await server.clock.advance(DROPPED_MS);
    await expect.poll(() => statusOf("alice", { ha1: before })).toBe(401);
    expect(await statusOf("alice", { ha1: await ha1Of(access_token) })).toBe(200);
  });

  it("SECRET-6 a person has at most 30 secrets of sessions; the least recently used one is removed", async () => {
    const used = await ha1Of((await server.signIn("alice")).access_token);
    server.clock.leap(1);
    const unused = await ha1Of((await server.signIn("alice")).access_token);
    server.clock.leap(60_000);
    expect(await statusOf("alice", { ha1: used })).toBe(200);
    for (let more = 0; more < 29; more += 1) {
      server.clock.leap(1);
      await ha1Of((await server.signIn("alice")).access_token);
    }
    expect(await statusOf("alice", { ha1: used })).toBe(200);
    expect(await statusOf("alice", { ha1: unused })).toBe(401);
  });
});

describe("phones and apps", () => {
  it("SECRET-7 a phone can be added, is shown in use, and is signed out immediately when it is removed", async () => {
    const added = await addPhone("alice", "  Desk in the hall ");
    expect(added).toMatchObject({ username: "alice", realm: "demo", server: `ws://localhost:${sockets.port}/sip` });
    expect(added.secret).toMatch(/^[a-km-np-z2-9]{26}$/);
    expect(added.phone).toMatchObject({ label: "Desk in the hall", last_used_at: null, user_agent: "", address: "" });
    expect(JSON.stringify(await phonesOf("alice"))).not.toContain(added.secret);

    const desk = await phone("alice", { password: added.secret });
    expect(await desk.register()).toBe(200);
    const now = server.clock.now();
    await expect
      .poll(() => phonesOf("alice"))
      .toEqual([{ ...added.phone, last_used_at: now, user_agent: expect.any(String), address: "127.0.0.1" }]);
    const removed = await server.send("DELETE", `${PHONES}/${added.phone.id}`, "alice");
    expect(removed).toEqual({ status: 200, body: { success: true } });
    await expectDropped(desk);
    expect(await statusOf("alice", { password: added.secret })).toBe(401);
    expect(await phonesOf("alice")).toEqual([]);
    expect(server.logText()).not.toContain(added.secret);
  });

  it("SECRET-7 a person cannot see or remove another's phones", async () => {
    const { phone: alices } = await addPhone("alice");
    expect(await phonesOf("bob")).toEqual([]);
    expect((await server.send("DELETE", `${PHONES}/${alices.id}`, "bob")).status).toBe(404);
    expect(await phonesOf("alice")).toHaveLength(1);
    for (const [method, path] of [
      ["POST", PHONES],
      ["DELETE", `${PHONES}/${alices.id}`],
    ] as const)
      expect((await server.send(method, path, "erin", { label: "x", current_password: PASSWORD })).status).toBe(403);
    expect((await server.get(PHONES, "erin")).status).toBe(403);
  });

  it("SECRET-7 a session's secret is not a phone: it is not listed and cannot be removed", async () => {
    await server.get("/api/v1/config/sipua", "alice");
    expect(await phonesOf("alice")).toEqual([]);
  });

  it("SECRET-8 the password is needed: a stolen token gives no secret that outlives it, and wrong ones are counted", async () => {
    const add = async (current_password: string) => {
      const { status, body } = await server.send("POST", PHONES, "alice", { label: "Desk", current_password });
      return [status, JSON.stringify(body).match(/"code":"([^"]+)"/)?.[1]];
    };
    expect(await add("")).toEqual([400, "account.currentPasswordNeeded"]);
    for (let time = 0; time < 5; time += 1) expect(await add("wrong")).toEqual([400, "account.currentPassword"]);
    expect(await add(PASSWORD)).toEqual([429, "request.tooMany"]);
    expect(await phonesOf("alice")).toEqual([]);
  });

  it("SECRET-9 a label must be valid, and the limit is twenty phones", async () => {
    for (const label of ["", "   ", "x".repeat(65), "a\u0000b", "a\nb", "\u202Egpj"])
      expect((await server.send("POST", PHONES, "alice", { label, current_password: PASSWORD })).status).toBe(400);
    const label = "Desk";
    const add = () => server.send("POST", PHONES, "alice", { label, current_password: PASSWORD });
    const answers = [];
    // Passwords that are checked in parallel count against each other.
    for (let batch = 0; batch < 8; batch += 1) answers.push(...(await Promise.all([add(), add(), add()])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(await phonesOf("alice")).toHaveLength(20);
  });
});
