import { chatPresenceSchema, errorBodySchema } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chatPeer } from "../../../../test/chat-client.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";

const BASE = "/api/v1/chats/presence";

describe("presence", () => {
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
  const of = async (name: string) =>
    chatPresenceSchema.parse((await server.get(`${BASE}/status?rocket_username=${name}`, "alice")).body);
  const becomes = (name: string, wanted: object) =>
    vi.waitFor(async () => expect(await of(name)).toMatchObject(wanted));
  const choose = (body: object) => server.send("PUT", `${BASE}/update`, "bob", body);

  it("CHAT-70 without a device offline, away while all are idle, otherwise what was chosen", async () => {
    expect(await of("bob")).toMatchObject({ status: "offline", statusText: "" });
    expect((await choose({ status: "busy", message: " Counting " })).body).toMatchObject({
      status: "offline",
      statusText: "Counting",
    });
    const first = await chatPeer(server, sockets, "bob");
    await becomes("bob", { status: "busy", statusText: "Counting" });
    await choose({ status: "online", message: "" });
    const second = await chatPeer(server, sockets, "bob");
    first.say({ type: "idle", idle: true });
    await first.settled();
    await becomes("bob", { status: "online" });
    second.say({ type: "idle", idle: true });
    await becomes("bob", { status: "away" });
    second.say({ type: "idle", idle: false });
    await becomes("bob", { status: "online" });
    second.socket.close();
    await becomes("bob", { status: "away" });
    await choose({ status: "offline", message: "" });
    await becomes("bob", { status: "offline" });
    await choose({ status: "away", message: "" });
    await becomes("bob", { status: "away" });
    first.socket.close();
    await becomes("bob", { status: "offline" });
    expect((await server.get(`${BASE}/status?rocket_username=nobody`, "alice")).status).toBe(404);
  });

  it("CHAT-71 a company has kinds of its own, and one that is removed leaves people online", async () => {
    const create = (name: string, type = "busy") => server.send("POST", `${BASE}/custom/create`, "bob", { name, type });
    expect((await create("In the warehouse")).body).toMatchObject({
      data: [{ name: "In the warehouse", type: "busy" }],
    });
    expect(errorBodySchema.parse((await create("in the WAREHOUSE")).body).code).toBe("chats.presence.typeExists");
    const { body } = await server.get(`${BASE}/custom`, "alice");
    expect(body).toMatchObject({ data: [{ id: 1 }] });
    await chatPeer(server, sockets, "bob");
    await becomes("bob", { status: "online" });
    expect((await choose({ status: "custom", message: "", customId: 1 })).body).toMatchObject({
      status: "custom",
      statusText: "In the warehouse",
      type: "busy",
    });
    expect((await choose({ status: "custom", message: "", customId: 99 })).status).toBe(404);
    await server.send("PUT", `${BASE}/custom/update`, "alice", { customId: 1, name: "At the dock", type: "away" });
    await becomes("bob", { status: "custom", statusText: "At the dock", type: "away" });
    expect((await server.send("DELETE", `${BASE}/custom/delete`, "alice", { customId: 1 })).status).toBe(200);
    await becomes("bob", { status: "online", statusText: "" });
    expect((await server.send("DELETE", `${BASE}/custom/delete`, "alice", { customId: 1 })).status).toBe(404);
  });

  it("CHAT-72 changes are told to those who subscribed, together", async () => {
    const alice = await chatPeer(server, sockets, "alice");
    await alice.next("presences", ({ all }) => all);
    const bob = await chatPeer(server, sockets, "bob");
    await becomes("bob", { status: "online" });
    await choose({ status: "busy", message: "x" });
    await server.clock.advance(500);
    await alice.next(
      "presences",
      ({ all, presences }) => !all && presences.some((one) => one.userId === bob.uid && one.status === "busy"),
    );
    alice.say({ type: "subscribe", topics: ["unread"] });
    await alice.settled();
    const before = alice.frames.filter(({ type }) => type === "presences").length;
    await choose({ status: "online", message: "" });
    await server.clock.advance(1_000);
    await alice.settled();
    expect(alice.frames.filter(({ type }) => type === "presences")).toHaveLength(before);
  });
});
