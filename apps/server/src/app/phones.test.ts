import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sipHa1 } from "../modules/sip-credentials/index.ts";
import { createTestServer, type TestServer } from "../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../test/test-sockets.ts";

describe("phones at the server", () => {
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
  const phone = async (username: string, options: { password?: string; algorithm?: "MD5" | "SHA-256" } = {}) =>
    (await sockets.phone(username, options)).sip;

  it("SERVER-20 a user registers with the secret of a phone, and is shown as registered", async () => {
    for (const algorithm of ["MD5", "SHA-256"] as const)
      expect((await (await phone("alice", { algorithm })).register()).status).toBe(200);
    const { body } = await server.get("/api/v1/panel_buddies?search=alice", "bob");
    expect(body).toMatchObject({ data: [{ username: "alice", registered: true, presence: "online" }] });
    expect((await (await phone("bob", { password: "wrong-password" })).register()).status).not.toBe(200);
  });

  it("SERVER-28 a call between two phones is sent to panels and lists, as far as their rights allow", async () => {
    const listen = async (username: string) => {
      const frames = await sockets.panel(username);
      return () =>
        frames.flatMap((frame) => {
          if (frame.type !== "event" || !("exten" in frame.event) || frame.event.exten !== "102") return [];
          return frame.event.action === "PRESENCE" ? frame.event.presence : frame.event.action;
        });
    };
    const [carol, erin] = [await listen("carol"), await listen("erin")];
    const [alice, bob] = [await phone("alice"), await phone("bob")];
    await alice.register();
    await bob.register();
    const placed = alice.call("102");
    const incoming = await bob.incoming();
    await expect.poll(carol).toContain("ringing");
    const { body } = await server.get("/api/v1/panel_buddies?search=bob", "carol");
    expect(body).toMatchObject({ data: [{ username: "bob", registered: true, presence: "ringing" }] });
    await incoming.answer();
    await expect.poll(carol).toContain("oncall");
    placed.hangUp();
    const whole = ["REGISTER", "online", "INITIATE", "ringing", "CONFIRMED", "oncall", "TERMINATED", "online"];
    await expect.poll(carol).toEqual(whole);
    await expect.poll(erin).toEqual(whole);
  });

  it("RT-10 a presence that a phone publishes reaches the lists", async () => {
    const alice = await phone("alice");
    await alice.register();
    const publish = (body: string) =>
      alice.request("PUBLISH", {
        to: "alice",
        headers: [
          ["Event", "presence"],
          ["Expires", "2592000"],
          ["Content-Type", "application/pidf+xml"],
        ],
        body,
      });
    const presence = (basic: string) => `<presence><tuple><status><basic>${basic}</basic></status></tuple></presence>`;
    expect((await publish(presence("closed"))).status).toBe(200);
    const shown = async () => (await server.get("/api/v1/panel_buddies?search=alice", "bob")).body;
    expect(await shown()).toMatchObject({ data: [{ presence: "busy" }] });
    expect((await publish("<html>")).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [{ presence: "busy" }] });
    expect((await publish(presence("open"))).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [{ presence: "online" }] });
  });

  it("RT-33 VMP-26 do not disturb refuses calls with 486, works without a telephone and survives a restart", async () => {
    const [alice, bob] = [await phone("alice"), await phone("bob")];
    await alice.register();
    await bob.register();
    const body = "<presence><tuple><status><basic>closed</basic></status></tuple></presence>";
    const headers = [
      ["Event", "presence"],
      ["Expires", "60"],
      ["Content-Type", "application/pidf+xml"],
    ] as const;
    expect((await alice.request("PUBLISH", { to: "alice", headers, body })).status).toBe(200);
    const refused = bob.call("101");
    await refused.until("ended");
    expect(refused.statuses.at(-1)).toBe(486);
    const { dataDir } = server;
    sockets.cut();
    await server.stop();
    const again = await createTestServer({ takesMessages: false, dataDir });
    const { body: after } = await again.get("/api/v1/panel_buddies?search=alice", "bob");
    expect(after).toMatchObject({ data: [{ registered: false, presence: "offline", dnd: true, followme: false }] });
    await again.stop();
  });

  it("RT-35 the lights that a phone publishes are settings of its person, sent live", async () => {
    const alice = await phone("alice");
    await alice.register();
    const light = (code: string, state: string) =>
      alice.request("PUBLISH", {
        to: "alice",
        headers: [
          ["Event", "dialog"],
          ["Expires", "60"],
          ["Content-Type", "application/dialog-info+xml"],
        ],
        body: `<dialog-info entity="sip:${code}101@demo"><dialog id="1"><state>${state}</state></dialog></dialog-info>`,
      });
    const shown = async () => (await server.get("/api/v1/panel_buddies?search=alice", "bob")).body;
    expect((await light("*96", "confirmed")).status).toBe(200);
    expect((await light("*21", "confirmed")).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [{ forward: { enabled: true, number: "" }, followme: true }] });
    expect((await light("*96", "terminated")).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [{ forward: { enabled: false }, followme: true }] });
  });

  it("RT-33 *76 turns do not disturb on and off", async () => {
    const alice = await phone("alice");
    await alice.register();
    const shown = async () => (await server.get("/api/v1/panel_buddies?search=alice", "bob")).body;
    for (const [dnd, presence] of [
      [true, "busy"],
      [false, "online"],
    ] as const) {
      const call = alice.call("*76");
      await call.until("talking");
      call.hangUp();
      await expect.poll(shown).toMatchObject({ data: [{ dnd, presence }] });
    }
  });

  it("SERVER-20 without softphone read, registration is refused", async () => {
    for (const username of ["erin", "frank"]) {
      const password = `secret-of-${username}`;
      const userId = (await server.stores.users.byUsername(username))?.id ?? 0;
      const ha1 = sipHa1({ username, realm: "demo", secret: password });
      await server.stores.sipCredentials.addPhone({ userId, id: username, label: "Old", ha1, at: 1, most: 1 });
      expect((await (await phone(username, { password })).register()).status).toBe(403);
    }
  });

  it("SERVER-23 a call is stored when it has ended", async () => {
    const alice = await phone("alice");
    const bob = await phone("bob");
    await alice.register();
    await bob.register();
    alice.call("102");
    const incoming = await bob.incoming();
    const before = await server.stores.callRecords.countRecords();
    incoming.reject(486);
    await expect.poll(() => server.stores.callRecords.countRecords()).toBe(before + 1);
  });

  it("SERVER-23 calls in progress at shutdown are stored before the store closes", async () => {
    const alice = await phone("alice");
    const bob = await phone("bob");
    await alice.register();
    await bob.register();
    alice.call("102");
    await bob.incoming();
    const before = await server.stores.callRecords.countRecords();
    let isStopped = false;
    const stopped = server.stop().then(() => (isStopped = true));
    // A stop waits for sockets before it waits for the clock.
    await expect.poll(async () => (await server.clock.advance(100), isStopped)).toBe(true);
    await stopped;
    const after = await createTestServer({ takesMessages: false, dataDir: server.dataDir });
    expect(await after.stores.callRecords.countRecords()).toBe(before + 1);
    await after.stop();
  });
});
