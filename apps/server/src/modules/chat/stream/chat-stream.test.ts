import { endpoints, type ChatOrder } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chatPeer, clientId, createRoom, peerOn } from "../../../../test/chat-client.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { applyCompany, parseCompanyFile } from "../../administration/index.ts";
import { WAIT } from "../../../../test/wait.ts";

const BASE = "/api/v1/chats";

describe("the socket", () => {
  let server: TestServer;
  let sockets: TestSockets;
  beforeEach(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
  });
  afterEach(async () => {
    sockets.cut();
    await server.remove();
  });

  const tokenOf = async (username: string) =>
    endpoints.authChat.response.parse((await server.send("POST", `${BASE}/auth`, username)).body).token;
  const signIn = async (frame: object) => {
    const peer = peerOn(await sockets.open("/chat"));
    peer.say(frame);
    return peer;
  };
  const closeOf = async (peer: { readonly closes: readonly number[] }) => {
    await vi.waitFor(() => expect(peer.closes).toHaveLength(1), WAIT);
    return peer.closes[0];
  };
  const post = (who: string, action: string, body: object) => server.send("POST", `${BASE}/rooms/${action}`, who, body);
  const write = (room: string, text: string): ChatOrder => ({ order: "send", room, client_id: clientId(), text });

  it("CHAT-31 a token opens one connection, within a minute", async () => {
    const token = await tokenOf("alice");
    await (await signIn({ type: "signin", token })).next("hello");
    expect(await closeOf(await signIn({ type: "signin", token }))).toBe(4401);
    const late = await tokenOf("alice");
    server.clock.leap(60_001);
    expect(await closeOf(await signIn({ type: "signin", token: late }))).toBe(4401);
    for (const wrong of ["", "x", (await server.signIn("alice")).access_token])
      expect(await closeOf(await signIn({ type: "signin", token: wrong }))).toBe(4401);
    const silent = peerOn(await sockets.open("/chat"));
    await server.clock.advance(10_000);
    expect(await closeOf(silent)).toBe(4401);
    for (const frame of [{ type: "subscribe", topics: [] }, { type: "nonsense" }, []])
      expect(await closeOf(await signIn(frame))).toBe(4400);
    expect(server.logText()).not.toContain(token);
  });

  it("CHAT-31 only pages of the panel open the socket, and the page at the same address is served", async () => {
    const foreign = sockets.connect("/chat", { origin: "https://evil.example" });
    foreign.on("error", () => undefined);
    const status = await new Promise((resolve) =>
      foreign.on("unexpected-response", (_, answer) => resolve(answer.statusCode)),
    );
    expect(status).toBe(403);
    const page = await server.app.inject({ url: "/chat/c/12" });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("CHAT-32 an ended session and removed rights end the connection, and an order before that is not executed", async () => {
    const room = await createRoom(server, "alice", { channel_name: "rights", channel_type: "c" });
    await post("bob", "join", { room_id: room.id });
    const [alice, bob] = [await chatPeer(server, sockets, "alice"), await chatPeer(server, sockets, "bob")];
    const bobId = Number(bob.uid);
    await server.stores.company.atomically((company) =>
      company.setPermissions(bobId, [{ module: "permissions", rule: "write" }]),
    );
    const groups = await server.stores.users.permissionsOf(bobId);
    expect(groups.user).toHaveLength(1);
    // A session that ended a moment ago.
    const token = await server.signIn("carol");
    const auth = await server.app.inject({
      method: "POST",
      url: `${BASE}/auth`,
      headers: { authorization: `Bearer ${token.access_token}` },
    });
    const carol = await signIn({ type: "signin", token: endpoints.authChat.response.parse(auth.json()).token });
    await carol.next("hello");
    await server.app.inject({ method: "POST", url: "/api/oauth/revoke", payload: { token: token.access_token } });
    carol.say({ type: "order", request: "x", order: write(room.id, "ghost") });
    expect(await closeOf(carol)).toBe(4401);
    bob.say({ type: "order", request: "x", order: write(room.id, "ghost") });
    expect(await closeOf(bob)).toBe(4409);
    await server.clock.advance(15_000);
    await alice.settled();
    expect(alice.closes).toEqual([]);
    expect(await server.stores.chat.heads(Number(room.id))).toMatchObject({ seq: 0, n: 0 });
  });

  it("CHAT-32 without the right to write only a user's own things can be ordered, and without the right to read nothing opens", async () => {
    const reader = `
realm: demo
groups: [{ name: reading, permissions: ["chats:read", "configs:read"] }]
users:
  - { username: rita, first_name: Rita, last_name: R, extension: 178, password: callpanel-demo, groups: [reading] }
`;
    await applyCompany(server.stores.company, parseCompanyFile(reader));
    const rita = await chatPeer(server, sockets, "rita");
    const room = await createRoom(server, "alice", {
      channel_name: "read-along",
      destinations: rita.uid,
      message: "look",
    });
    await rita.next("room", (frame) => frame.room.id === room.id);
    expect(await rita.order(write(room.id, "x"))).toMatchObject({ code: "request.forbidden" });
    expect(await rita.order({ order: "react", room: room.id, id: 1, emoji: "👍", on: true })).toMatchObject({
      code: "request.forbidden",
    });
    expect(await rita.order({ order: "read", room: room.id, n: 1 })).toMatchObject({ type: "done" });
    expect((await server.send("POST", `${BASE}/auth`, "erin")).status).toBe(403);
  });

  it("CHAT-33 rooms of others cannot be opened, written to, read or typed in", async () => {
    const room = await createRoom(server, "alice", { channel_name: "closed", message: "hidden" });
    const channel = await createRoom(server, "alice", {
      channel_name: "not-joined",
      channel_type: "c",
      message: "hidden too",
    });
    const [alice, bob] = [await chatPeer(server, sockets, "alice"), await chatPeer(server, sockets, "bob")];
    alice.say({ type: "open", room: room.id });
    for (const id of [room.id, channel.id, "999999", "0", "x"]) {
      bob.say({ type: "open", room: id });
      bob.say({ type: "typing", room: id });
      await bob.next("gone", (frame) => frame.room === id);
      for (const order of [
        write(id, "x"),
        { order: "edit", room: id, id: 1, text: "x" },
        { order: "delete", room: id, id: 1 },
        { order: "react", room: id, id: 1, emoji: "👍", on: true },
        { order: "pin", room: id, id: 1, on: true },
        { order: "save", room: id, id: 1, on: true },
        { order: "read", room: id, n: 1 },
        { order: "follow", room: id, thread: 1, on: true },
      ] as const)
        expect(await bob.order(order), `${order.order} ${id}`).toMatchObject({ code: "chats.room.gone" });
    }
    await alice.send(room.id, "still hidden");
    await alice.send(channel.id, "still hidden");
    await bob.settled();
    expect(JSON.stringify(bob.frames)).not.toContain("hidden");
    expect(alice.frames.filter(({ type }) => type === "typing")).toEqual([]);
  });

  it("CHAT-5 a member who becomes owner while the last one leaves is notified at once", async () => {
    const bob = await chatPeer(server, sockets, "bob");
    const room = await createRoom(server, "alice", { channel_name: "handed on", destinations: bob.uid });
    await bob.next("room", (frame) => frame.own && frame.room.id === room.id);
    await post("alice", "leave", { room_id: room.id, rocket_uid: bob.uid });
    await bob.next("room", (frame) => frame.own && frame.room.subscription?.roles.includes("owner") === true);
  });

  it("CHAT-41 read marks are sent in direct conversations and small groups, and nowhere else", async () => {
    const [alice, bob] = [await chatPeer(server, sockets, "alice"), await chatPeer(server, sockets, "bob")];
    const group = await createRoom(server, "alice", { channel_name: "small", destinations: bob.uid });
    const channel = await createRoom(server, "alice", { channel_name: "for-all", channel_type: "c" });
    await post("bob", "join", { room_id: channel.id });
    for (const { id } of [group, channel]) {
      alice.say({ type: "open", room: id });
      await alice.next("changes", ({ room }) => room === id);
      await alice.send(id, "read me");
      await bob.order({ order: "read", room: id, n: 1 });
    }
    await alice.next("seen", ({ room, uid, n }) => room === group.id && uid === bob.uid && n === 1);
    await alice.settled();
    expect(alice.frames.filter((frame) => frame.type === "seen" && frame.room === channel.id)).toEqual([]);
  });

  it("CHAT-35 a removed member gets nothing that is written afterwards, and may come back", async () => {
    const [alice, bob] = [await chatPeer(server, sockets, "alice"), await chatPeer(server, sockets, "bob")];
    const room = await createRoom(server, "alice", { channel_name: "door", destinations: bob.uid });
    await bob.next("room", (frame) => frame.room.id === room.id);
    bob.say({ type: "open", room: room.id });
    await bob.next("changes");
    await alice.send(room.id, "before");
    await bob.next("change", (frame) => frame.message.text === "before");
    // Both at once: whichever is first, messages after the removal are not sent.
    const kicked = post("alice", "kick", { room_id: room.id, rocket_uid: bob.uid });
    await kicked;
    for (let at = 0; at < 20; at += 1) await alice.send(room.id, "secret");
    await bob.next("gone", (frame) => frame.room === room.id);
    bob.say({ type: "open", room: room.id, since: 0 });
    bob.say({ type: "subscribe", topics: ["unread"] });
    await bob.settled();
    expect(JSON.stringify(bob.frames)).not.toContain("secret");
    expect(await bob.order(write(room.id, "x"))).toMatchObject({ code: "chats.room.gone" });
    await post("alice", "invite", { room_id: room.id, rocket_uid: bob.uid });
    await bob.next("room", (frame) => frame.own && frame.room.n === 21);
    await alice.send(room.id, "welcome back");
    await bob.next("activity", (frame) => frame.preview === "welcome back");
  });

  it("CHAT-35 a deleted room is gone for everybody who has it open", async () => {
    const [alice, bob] = [await chatPeer(server, sockets, "alice"), await chatPeer(server, sockets, "bob")];
    const room = await createRoom(server, "alice", { channel_name: "doomed", destinations: bob.uid });
    await bob.next("room", (frame) => frame.room.id === room.id);
    bob.say({ type: "open", room: room.id });
    await bob.next("changes");
    await alice.send(room.id, "soon gone");
    await post("alice", "delete", { room_id: room.id });
    for (const peer of [alice, bob]) await peer.next("gone", (frame) => frame.room === room.id);
    expect(await bob.order(write(room.id, "x"))).toMatchObject({ code: "chats.room.gone" });
    expect(
      await server.stores.chat.search({
        userId: Number(bob.uid),
        words: [{ signs: ["soon"], isPrefix: false }],
        senderIds: undefined,
        roomIds: undefined,
        has: new Set(),
        before: undefined,
        after: undefined,
        limit: 5,
        cursor: undefined,
      }),
    ).toEqual([]);
  });

  it("CHAT-36 an order that is unknown or has wrong fields is refused, and the next one is executed; an order without a request ends the connection", async () => {
    const room = await createRoom(server, "alice", { channel_name: "unknown-orders", channel_type: "c" });
    const alice = await chatPeer(server, sockets, "alice");
    for (const [at, order] of [{ order: "teleport" }, { order: "send", room: 7 }, "send", null].entries()) {
      alice.say({ type: "order", request: `u${at}`, order });
      expect(await alice.next("refused", (frame) => frame.request === `u${at}`)).toMatchObject({
        code: "request.invalid",
      });
    }
    await alice.order(write(room.id, "still here"));
    alice.say({ type: "order", order: write(room.id, "without a request") });
    expect(await closeOf(alice)).toBe(4400);
  });

  it("CHAT-36 too many frames are refused, and a text that is too long gets an error code", async () => {
    const alice = await chatPeer(server, sockets, "alice");
    const room = await createRoom(server, "alice", { channel_name: "flood" });
    expect(await alice.order(write(room.id, "x".repeat(100_000)))).toMatchObject({ code: "chats.message.tooLong" });
    for (let at = 0; at < 150; at += 1)
      alice.say({ type: "order", request: `f${at}`, order: write(room.id, `m${at}`) });
    await alice.next("refused", (frame) => frame.request === "f149");
    await vi.waitFor(async () => {
      const answers = alice.frames.filter((frame) => "request" in frame && String(frame.request).startsWith("f"));
      expect(answers).toHaveLength(150);
    }, WAIT);
    const refused = alice.frames.filter((frame) => frame.type === "refused" && frame.code === "chats.tooFast").length;
    expect((await server.stores.chat.heads(Number(room.id))).n).toBe(150 - refused);
    expect(refused).toBeGreaterThan(40);
    server.clock.leap(10_000);
    expect(await alice.send(room.id, "later")).toMatchObject({ n: 150 - refused + 1 });
    alice.say({ type: "open", room: "x".repeat(300_000) });
    expect(await closeOf(alice)).toBe(1009);
  });
});
