import { errorBodySchema, serverFrameSchema, type ServerFrame } from "@callpanel/contract";
import { createSipPhone, settle } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { sipHa1 } from "../modules/sip-credentials/index.ts";
import { createTestServer, type TestServer } from "../../test/test-server.ts";

/** How a socket ended. */
const closed = (socket: WebSocket) =>
  new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() })),
  );
const opened = (socket: WebSocket) => new Promise((resolve) => socket.once("open", resolve));

describe("sockets", () => {
  let server: TestServer;
  let port: number;
  const sockets: WebSocket[] = [];
  beforeEach(async () => {
    server = await createTestServer({ takesMessages: false });
    port = Number(new URL(await server.listen()).port);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.terminate();
    await server.remove();
  });

  const open = (path: string, options: { protocol?: string; origin?: string; host?: string } = {}) => {
    const headers = options.host === undefined ? {} : { host: options.host };
    const origin = options.origin === undefined ? {} : { origin: options.origin };
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options.protocol ?? [], { headers, ...origin });
    sockets.push(socket);
    return socket;
  };
  /** Status and code of an upgrade that was refused. */
  const refusal = (socket: WebSocket) =>
    new Promise<{ status: number; code: string }>((resolve, reject) => {
      socket.once("open", () => reject(new Error("the socket was let in")));
      socket.once("error", () => undefined);
      socket.once("unexpected-response", (_request, response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, code: errorBodySchema.parse(JSON.parse(text)).code }),
        );
      });
    });

  it("BUDDY-8 a change of one's list reaches one's own panels, and nobody else's; a refused one nobody", async () => {
    const { access_token: aliceToken } = await server.signIn("alice");
    const { access_token: bobToken } = await server.signIn("bob");
    const heard = async (username: string, token: string) => {
      const frames: ServerFrame[] = [];
      const socket = open("/events");
      socket.on("message", (data: Buffer) => frames.push(serverFrameSchema.parse(JSON.parse(data.toString()))));
      await opened(socket);
      socket.send(JSON.stringify({ type: "signin", username, token, realm: "demo" }));
      await expect.poll(() => frames.at(-1)?.type).toBe("snapshot");
      return frames;
    };
    const panels = [await heard("alice", aliceToken), await heard("alice", aliceToken), await heard("bob", bobToken)];
    await server.send("POST", "/api/v1/panel_buddies", "alice", { username: "bob", sort: 5 });
    await server.send("POST", "/api/v1/panel_buddies", "alice", { username: "bob" });
    await server.send("PUT", "/api/v1/panel_buddies/102", "alice", { sort: 6 });
    await server.send("DELETE", "/api/v1/panel_buddies/102", "alice");
    await server.send("POST", "/api/v1/panel_buddies", "bob", { username: "carol", sort: 1 });
    const told = () =>
      panels.map((frames) =>
        frames.flatMap((frame) =>
          frame.type === "event" && frame.event.action === "BUDDYPREF"
            ? [`${frame.sequence} ${frame.event.exten} ${frame.event.sort ?? "gone"}`]
            : [],
        ),
      );
    const own = ["1 102 5", "2 102 6", "3 102 gone"];
    await expect.poll(told).toEqual([own, own, ["1 103 1"]]);
  });

  it("SERVER-13 path, host, Origin and subprotocol are checked before the upgrade", async () => {
    const own = `http://127.0.0.1:${port}`;
    expect(await refusal(open("/nothing"))).toEqual({ status: 404, code: "request.notFound" });
    expect(await refusal(open("/api/v1/users/me"))).toEqual({ status: 404, code: "request.notFound" });
    const foreign = { status: 403, code: "request.origin" };
    expect(await refusal(open("/sip", { protocol: "sip", origin: "https://evil.example" }))).toEqual(foreign);
    expect(await refusal(open("/sip", { protocol: "sip", origin: "null" }))).toEqual(foreign);
    expect(await refusal(open("/events", { origin: "https://evil.example" }))).toEqual(foreign);
    expect(await refusal(open("/events", { host: "evil.example" }))).toEqual(foreign);
    expect(await refusal(open("/sip"))).toEqual({ status: 400, code: "request.invalid" });
    expect(await refusal(open("/sip", { protocol: "chat" }))).toEqual({ status: 400, code: "request.invalid" });
    const sip = open("/sip", { protocol: "sip", origin: own });
    await opened(sip);
    expect(sip.protocol).toBe("sip");
    await opened(open("/events", { origin: own }));
    await opened(open("/events?x=1"));
  });

  it("SERVER-13 a plain GET of a socket's path is told what is missing", async () => {
    const answer = await server.app.inject({ url: "/sip" });
    expect([answer.statusCode, errorBodySchema.parse(answer.json()).code]).toEqual([400, "request.invalid"]);
  });

  it("SERVER-15 a frame over the limit closes with 1009", async () => {
    for (const [path, protocol, bytes] of [
      ["/sip", "sip", 65_537],
      ["/events", undefined, 16_385],
    ] as const) {
      const socket = open(path, protocol === undefined ? {} : { protocol });
      await opened(socket);
      socket.send("x".repeat(bytes));
      expect((await closed(socket)).code).toBe(1009);
    }
  });

  it("SERVER-16 on shutdown sockets close with 1001", async () => {
    const socket = open("/events");
    await opened(socket);
    const end = closed(socket);
    await server.stop();
    expect((await end).code).toBe(1001);
  });

  describe("realtime connection", () => {
    const signInFrame = async (username: string, changes: object = {}) => {
      const { access_token } = await server.signIn(username);
      return { type: "signin", username, token: access_token, realm: "demo", ...changes };
    };
    const openEvents = async () => {
      const socket = open("/events");
      const frames: ServerFrame[] = [];
      socket.on("message", (data: Buffer) => frames.push(serverFrameSchema.parse(JSON.parse(data.toString()))));
      await opened(socket);
      return { socket, frames };
    };

    it("SERVER-17 the first frame signs in", async () => {
      const { socket, frames } = await openEvents();
      socket.send(JSON.stringify(await signInFrame("alice")));
      await expect
        .poll(() => frames)
        .toEqual([
          { type: "hello", sequence: 0, heartbeatMs: 15_000, at: server.clock.now() },
          { type: "snapshot", sequence: 0, buddies: [], parked: [] },
        ]);
    });

    it("SERVER-17 what does not belong together closes with 4401, a user without configs with 4403", async () => {
      const refused = [
        await signInFrame("alice", { username: "bob" }),
        await signInFrame("alice", { realm: "other" }),
        await signInFrame("alice", { token: "made-up" }),
      ];
      for (const frame of refused) {
        const { socket, frames } = await openEvents();
        socket.send(JSON.stringify(frame));
        expect((await closed(socket)).code).toBe(4401);
        expect(frames).toEqual([]);
      }
      const { socket } = await openEvents();
      socket.send(JSON.stringify(await signInFrame("frank")));
      expect((await closed(socket)).code).toBe(4403);
    });

    it("SERVER-17 ten seconds of silence close with 4401", async () => {
      const { socket } = await openEvents();
      const end = closed(socket);
      await server.clock.advance(9_999);
      expect(socket.readyState).toBe(WebSocket.OPEN);
      await server.clock.advance(1);
      expect((await end).code).toBe(4401);
    });

    it("SERVER-18 two silent heartbeats close with 4408, an answered ping keeps the connection", async () => {
      const { socket, frames } = await openEvents();
      socket.send(JSON.stringify(await signInFrame("alice")));
      await expect.poll(() => frames.length).toBe(2);
      for (let beat = 1; beat <= 3; beat += 1) {
        await server.clock.advance(15_000);
        await expect.poll(() => frames.filter(({ type }) => type === "ping").length).toBe(beat);
        socket.send(JSON.stringify({ type: "pong" }));
        await roundTrip(socket);
      }
      const end = closed(socket);
      for (let beat = 0; beat < 3; beat += 1) await server.clock.advance(15_000);
      expect((await end).code).toBe(4408);
    });

    it("SERVER-18 malformed frames close with 4400", async () => {
      for (const frame of ["{ broken", "[]", '{"type":"rise"}', Buffer.from("{}")]) {
        const { socket } = await openEvents();
        socket.send(frame);
        expect((await closed(socket)).code).toBe(4400);
      }
    });

    it("SERVER-18 the end of the session ends the connection", async () => {
      const frame = await signInFrame("alice");
      const { socket, frames } = await openEvents();
      socket.send(JSON.stringify(frame));
      await expect.poll(() => frames.length).toBe(2);
      await server.app.inject({ method: "POST", url: "/api/oauth/revoke", payload: { token: frame.token } });
      const end = closed(socket);
      await server.clock.advance(15_000);
      expect((await end).code).toBe(4401);
    });

    it("SERVER-19 a command is refused under its id", async () => {
      const { socket, frames } = await openEvents();
      socket.send(JSON.stringify(await signInFrame("alice")));
      await expect.poll(() => frames.length).toBe(2);
      socket.send(JSON.stringify({ type: "command", command: "QueueStatus", id: "a1" }));
      await expect.poll(() => frames[2]).toMatchObject({ type: "refusal", id: "a1", code: "request.notFound" });
    });
  });

  describe("phones", () => {
    const phone = async (username: string, options: { password?: string; algorithm?: "MD5" | "SHA-256" } = {}) => {
      const socket = open("/sip", { protocol: "sip" });
      await opened(socket);
      return createSipPhone({
        dial: ({ receive, closed: ended }) => {
          socket.on("message", (data: Buffer) => receive(data.toString()));
          socket.on("close", ended);
          return { send: (frame) => socket.send(frame), close: () => socket.close() };
        },
        clock: server.clock,
        realm: "demo",
        username,
        password: options.password ?? (await server.sipSecret(username)),
        ...options,
      });
    };

    it("SERVER-20 a user registers with the secret of a phone, and is shown as registered", async () => {
      for (const algorithm of ["MD5", "SHA-256"] as const)
        expect((await (await phone("alice", { algorithm })).register()).status).toBe(200);
      const { body } = await server.get("/api/v1/panel_buddies?search=alice", "bob");
      expect(body).toMatchObject({ data: [{ username: "alice", registered: true, presence: "online" }] });
      expect((await (await phone("bob", { password: "wrong-password" })).register()).status).not.toBe(200);
    });

    it("SERVER-28 a call of two phones is told to panels and lists as far as their rights go", async () => {
      const listen = async (username: string) => {
        const socket = open("/events");
        const frames: ServerFrame[] = [];
        socket.on("message", (data: Buffer) => frames.push(serverFrameSchema.parse(JSON.parse(data.toString()))));
        await opened(socket);
        const { access_token: token } = await server.signIn(username);
        socket.send(JSON.stringify({ type: "signin", username, token, realm: "demo" }));
        await expect.poll(() => frames.length).toBe(2);
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

    it("RT-10 what a phone publishes of its person reaches the lists", async () => {
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
      const presence = (basic: string) =>
        `<presence><tuple><status><basic>${basic}</basic></status></tuple></presence>`;
      expect((await publish(presence("closed"))).status).toBe(200);
      const shown = async () => (await server.get("/api/v1/panel_buddies?search=alice", "bob")).body;
      expect(await shown()).toMatchObject({ data: [{ presence: "busy" }] });
      expect((await publish("<html>")).status).toBe(200);
      expect(await shown()).toMatchObject({ data: [{ presence: "busy" }] });
      expect((await publish(presence("open"))).status).toBe(200);
      expect(await shown()).toMatchObject({ data: [{ presence: "online" }] });
    });

    it("RT-33 VMP-26 do not disturb refuses calls with 486, holds without a telephone and survives a restart", async () => {
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
      for (const socket of sockets.splice(0)) socket.terminate();
      await server.stop();
      const again = await createTestServer({ takesMessages: false, dataDir });
      const { body: after } = await again.get("/api/v1/panel_buddies?search=alice", "bob");
      expect(after).toMatchObject({ data: [{ registered: false, presence: "offline", dnd: true, followme: false }] });
      await again.stop();
    });

    it("RT-35 the lights a phone publishes are marks of its person, told live", async () => {
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

    it("RT-33 *76 switches do not disturb on and off", async () => {
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

    it("SERVER-20 without softphone read nobody registers", async () => {
      for (const username of ["erin", "frank"]) {
        const password = `secret-of-${username}`;
        const userId = (await server.stores.users.byUsername(username))?.id ?? 0;
        const ha1 = sipHa1({ username, realm: "demo", secret: password });
        await server.stores.sipCredentials.addPhone({ userId, id: username, label: "Old", ha1, at: 1, most: 1 });
        expect((await (await phone(username, { password })).register()).status).toBe(403);
      }
    });

    it("SERVER-23 a call is written when it has ended", async () => {
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

    it("SERVER-23 calls that run at shutdown are written before the store closes", async () => {
      const alice = await phone("alice");
      const bob = await phone("bob");
      await alice.register();
      await bob.register();
      alice.call("102");
      await bob.incoming();
      const before = await server.stores.callRecords.countRecords();
      const stopped = server.stop();
      await server.clock.advance(1_000);
      await stopped;
      const after = await createTestServer({ takesMessages: false, dataDir: server.dataDir });
      expect(await after.stores.callRecords.countRecords()).toBe(before + 1);
      await after.stop();
    });
  });
});

/** Resolves when the server has seen all that was sent before, pongs too. */
async function roundTrip(socket: WebSocket): Promise<void> {
  const answered = new Promise((resolve) => socket.once("pong", resolve));
  socket.ping();
  await answered;
  await settle();
}
