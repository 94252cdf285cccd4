import { endpoints, errorBodySchema } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startPushReceiver, type PushReceiver } from "@callpanel/testkit/push-receiver";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../test/test-sockets.ts";
import { isAt, isPublicAddress, isPushAddress } from "./push-address.ts";

const SUBSCRIPTIONS = "/api/v1/push/subscriptions";

describe("push notifications", () => {
  let server: TestServer;
  let receiver: PushReceiver;
  let sockets: TestSockets;
  beforeEach(async () => {
    receiver = await startPushReceiver();
    server = await createTestServer({ pushTestService: receiver.origin, takesMessages: false });
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
    await receiver.stop();
  });

  const subscribe = (username: string, more: object = {}) =>
    server.send("POST", SUBSCRIPTIONS, username, { endpoint: receiver.endpoint, keys: receiver.keys, ...more });
  const messages = () => receiver.received.map(({ message }) => message);

  it("PUSH-1 the keys are made once, and survive the process", async () => {
    const { key } = endpoints.getPushKey.response.parse((await server.get("/api/v1/push/public_key", "erin")).body);
    const { dataDir } = server;
    await server.stop();
    const again = await createTestServer({ dataDir });
    const told = endpoints.getPushKey.response.parse((await again.get("/api/v1/push/public_key", "erin")).body);
    await again.stop();
    expect(told.key).toBe(key);
  });

  it("PUSH-5 PUSH-2 a call to a person without an open panel is notified, encrypted, and then missed", async () => {
    expect((await subscribe("bob")).status).toBe(200);
    const alice = await sockets.registered("alice");
    const call = alice.call("102");
    await call.until("ringing");
    await expect.poll(messages).toHaveLength(1);
    call.hangUp();
    await expect.poll(messages).toHaveLength(2);
    const [incoming, missed] = receiver.received;
    expect(incoming?.message).toMatchObject({
      kind: "show",
      title: "Alice Archer",
      body: "Incoming call · 101",
      path: "/",
      urgent: true,
    });
    expect(incoming?.headers).toMatchObject({ ttl: "60", urgency: "high", "content-encoding": "aes128gcm" });
    expect(incoming?.headers.authorization).toMatch(/^vapid t=.+, k=.+/);
    expect(missed?.message).toMatchObject({ kind: "show", body: "Missed call · 101", urgent: false });
    expect(missed?.headers.topic).toBe(incoming?.headers.topic);
    expect(server.logText()).not.toContain(receiver.endpoint);
  });

  it("PUSH-4 in the language of the browser that subscribed", async () => {
    await subscribe("bob", { locale: "fr-CA" });
    const call = (await sockets.registered("alice")).call("102");
    await call.until("ringing");
    call.hangUp();
    await expect.poll(messages).toHaveLength(2);
    expect(messages()[0]).toMatchObject({ call: { answer: "Répondre", decline: "Refuser" } });
    expect(messages()[1]).toMatchObject({ body: "Appel manqué · 101" });
  });

  it("PUSH-4 notifications end with the session, and a browser belongs to the person who subscribed last", async () => {
    await subscribe("bob");
    await subscribe("carol");
    const { id: carol = 0 } = (await server.stores.users.byUsername("carol")) ?? {};
    const { id: bob = 0 } = (await server.stores.users.byUsername("bob")) ?? {};
    const kept = async (userId: number) =>
      (await server.stores.pushSubscriptions.of(userId, server.clock.now())).length;
    expect([await kept(bob), await kept(carol)]).toEqual([0, 1]);
    await server.send("DELETE", SUBSCRIPTIONS, "bob", { endpoint: receiver.endpoint });
    expect(await kept(carol)).toBe(1);
    const { sessionId = "" } = (await server.stores.pushSubscriptions.of(carol, server.clock.now()))[0] ?? {};
    await server.stores.sessions.revoke(sessionId, server.clock.now());
    expect(await kept(carol)).toBe(0);
  });

  it("PUSH-6 a browser that has unsubscribed is removed", async () => {
    await subscribe("bob");
    receiver.answer(410);
    (await sockets.registered("alice")).call("102");
    const { id: bob = 0 } = (await server.stores.users.byUsername("bob")) ?? {};
    await expect.poll(async () => server.stores.pushSubscriptions.of(bob, server.clock.now())).toEqual([]);
  });

  it("PUSH-3 keys of a wrong length and addresses outside the Internet are refused", async () => {
    const refused = async (parts: object) => errorBodySchema.parse((await subscribe("bob", parts)).body).code;
    expect(await refused({ keys: { ...receiver.keys, auth: "short" } })).toBe("request.invalid");
    expect(await refused({ endpoint: "https://10.0.0.7/push" })).toBe("push.endpoint");
    expect(await refused({ endpoint: "file:///etc/passwd" })).toBe("push.endpoint");
  });
});

describe("addresses of push services", () => {
  it("PUSH-8 PUSH-3 of this machine only the one origin of the setting", async () => {
    const origin = "http://127.0.0.1:8090";
    expect(isAt(origin, `${origin}/push/x`)).toBe(true);
    const bad = [
      "http://127.0.0.1:8091/push/x",
      "http://127.0.0.1:80908/x",
      "https://127.0.0.1:8090/x",
      "http://127.0.0.1:8090@10.0.0.7/x",
      "http://user:secret@127.0.0.1:8090/x",
      "http://127.0.0.1/x",
      "http://localhost:8090/x",
      "http://10.0.0.7:8090/x",
      "not an address",
    ];
    for (const one of bad) expect(isAt(origin, one), one).toBe(false);
    expect(isAt(undefined, `${origin}/push/x`)).toBe(false);
    const server = await createTestServer();
    const body = { endpoint: `${origin}/push/x`, keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) } };
    const answer = await server.send("POST", SUBSCRIPTIONS, "bob", body);
    expect(errorBodySchema.parse(answer.body).code).toBe("push.endpoint");
    await server.remove();
  });

  it("PUSH-3 https on the Internet, and nothing else", () => {
    for (const good of [
      "https://fcm.googleapis.com/fcm/send/x",
      "https://updates.push.services.mozilla.com/wpush/v2/x",
    ])
      expect(isPushAddress(good), good).toBe(true);
    const bad = [
      "http://fcm.googleapis.com/x",
      "https://fcm.googleapis.com:8443/x",
      "https://user:secret@fcm.googleapis.com/x",
      "https://localhost/x",
      "https://db.internal/x",
      "https://127.0.0.1/x",
      "https://2130706433/x",
      "https://0x7f.1/x",
      "https://[::1]/x",
      "https://[::ffff:10.0.0.1]/x",
      "https://[fd00::1]/x",
      "https://169.254.169.254/latest",
      "not an address",
    ];
    for (const one of bad) expect(isPushAddress(one), one).toBe(false);
  });

  it("PUSH-3 the addresses to which a name resolves are checked too", () => {
    for (const good of ["142.250.74.106", "2a00:1450:4001:80e::200a"]) expect(isPublicAddress(good), good).toBe(true);
    const bad = ["127.0.0.1", "10.1.2.3", "100.64.0.1", "169.254.1.1", "0.0.0.0", "224.0.0.1", "::", "::1", "fe80::1"];
    for (const one of [...bad, "fd12::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "x"])
      expect(isPublicAddress(one), one).toBe(false);
  });
});
