import { errorBodySchema } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { framesOf, openSockets, type TestSockets } from "../../../test/test-sockets.ts";

/** Close code and reason of a socket. */
const closed = (socket: WebSocket) =>
  new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() })),
  );

describe("sockets", () => {
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

  /** Status and code of a refused upgrade. */
  const refusal = (socket: WebSocket) =>
    new Promise<{ status: number; code: string }>((resolve, reject) => {
      socket.once("open", () => reject(new Error("the socket was accepted")));
      socket.once("error", () => undefined);
      socket.once("unexpected-response", (_request, response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, code: errorBodySchema.parse(JSON.parse(text)).code }),
        );
      });
    });

  it("BUDDY-8 a change of a person's list reaches only that person's panels; a refused change reaches no panel", async () => {
    const panels = [await sockets.panel("alice"), await sockets.panel("alice"), await sockets.panel("bob")];
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
    const own = `http://127.0.0.1:${sockets.port}`;
    expect(await refusal(sockets.connect("/nothing"))).toEqual({ status: 404, code: "request.notFound" });
    expect(await refusal(sockets.connect("/api/v1/users/me"))).toEqual({ status: 404, code: "request.notFound" });
    const foreign = { status: 403, code: "request.origin" };
    expect(await refusal(sockets.connect("/sip", { protocol: "sip", origin: "https://evil.example" }))).toEqual(
      foreign,
    );
    expect(await refusal(sockets.connect("/sip", { protocol: "sip", origin: "null" }))).toEqual(foreign);
    expect(await refusal(sockets.connect("/events", { origin: "https://evil.example" }))).toEqual(foreign);
    expect(await refusal(sockets.connect("/events", { headers: { host: "evil.example" } }))).toEqual(foreign);
    expect(await refusal(sockets.connect("/sip"))).toEqual({ status: 400, code: "request.invalid" });
    expect(await refusal(sockets.connect("/sip", { protocol: "chat" }))).toEqual({
      status: 400,
      code: "request.invalid",
    });
    const sip = await sockets.open("/sip", { protocol: "sip", origin: own });
    expect(sip.protocol).toBe("sip");
    await sockets.open("/events", { origin: own });
    await sockets.open("/events?x=1");
  });

  it("SERVER-13 a plain GET of a socket's path gets an error that says what is missing", async () => {
    const answer = await server.app.inject({ url: "/sip" });
    expect([answer.statusCode, errorBodySchema.parse(answer.json()).code]).toEqual([400, "request.invalid"]);
  });

  it("SERVER-15 a frame over the limit closes with 1009", async () => {
    for (const [path, protocol, bytes] of [
      ["/sip", "sip", 65_537],
      ["/events", undefined, 16_385],
    ] as const) {
      const socket = await sockets.open(path, protocol === undefined ? {} : { protocol });
      socket.send("x".repeat(bytes));
      expect((await closed(socket)).code).toBe(1009);
    }
  });

  it("SERVER-16 on shutdown sockets close with 1001", async () => {
    const socket = await sockets.open("/events");
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
      const socket = await sockets.open("/events");
      const frames = framesOf(socket, { pongs: false });
      return { socket, frames };
    };

    /** Those of the demo company. */
    const QUEUES = [{ queue: "600" }, { queue: "601" }, { queue: "602" }];
    it("SERVER-17 the first frame signs in", async () => {
      const { socket, frames } = await openEvents();
      socket.send(JSON.stringify(await signInFrame("alice")));
      await expect
        .poll(() => frames)
        .toMatchObject([
          { type: "hello", sequence: 0, heartbeatMs: 15_000, at: server.clock.now() },
          { type: "snapshot", sequence: 0, buddies: [], parked: [], queues: QUEUES },
        ]);
    });

    it("SERVER-17 a mismatch of token and user closes with 4401, a user without configs with 4403", async () => {
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

    it("SERVER-17 without a frame, ten seconds later the socket closes with 4401", async () => {
      const { socket } = await openEvents();
      const end = closed(socket);
      await server.clock.advance(9_999);
      expect(socket.readyState).toBe(WebSocket.OPEN);
      await server.clock.advance(1);
      expect((await end).code).toBe(4401);
    });

    it("SERVER-18 two heartbeats without a pong close with 4408, a pong keeps the connection", async () => {
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
      for (let beat = 1; beat < 3; beat += 1) {
        await server.clock.advance(15_000);
        // First the ping below (RFC 6455) comes, then its answer goes: without it the connection would be cut.
        await roundTrip(socket);
        await roundTrip(socket);
      }
      await server.clock.advance(15_000);
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
      const end = closed(socket);
      await server.app.inject({ method: "POST", url: "/api/oauth/revoke", payload: { token: frame.token } });
      await server.clock.advance(15_000);
      expect((await end).code).toBe(4401);
    });

    it("SERVER-19 the refusal of a command has the command's id", async () => {
      const { socket, frames } = await openEvents();
      socket.send(JSON.stringify(await signInFrame("alice")));
      await expect.poll(() => frames.length).toBe(2);
      socket.send(JSON.stringify({ type: "command", command: "redirect", id: "a1", channel: "none", to: "102" }));
      await expect.poll(() => frames[2]).toMatchObject({ type: "refusal", id: "a1", code: "request.notFound" });
    });
  });
});

/** Resolves when the server has processed everything that was sent before, including pongs. */
async function roundTrip(socket: WebSocket): Promise<void> {
  const answered = new Promise((resolve) => socket.once("pong", resolve));
  socket.ping();
  await answered;
  await settle();
}
