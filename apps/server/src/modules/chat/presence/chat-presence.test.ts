import { chatPresenceSchema, errorBodySchema, type PresenceStatus, type PresenceType } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock, settle } from "@callpanel/testkit";
import { chatPeer } from "../../../../test/chat-client.ts";
import { silentLog } from "../../../../test/temporary-storage.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import { createBus } from "../../../kernel/bus/bus.ts";
import { chatFactsOn } from "../chat.facts.ts";
import { createChatPresences, presenceOf } from "./chat-presence.service.ts";
import type { ChatPresenceStore, StoredPresence } from "./chat-presence.store.ts";
import { WAIT } from "../../../../test/wait.ts";

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
    vi.waitFor(async () => expect(await of(name)).toMatchObject(wanted), WAIT);
  const choose = (body: object) => server.send("PUT", `${BASE}/update`, "bob", body);

  it("CHAT-70 offline without a device, away while all are idle, otherwise the chosen status", async () => {
    expect(await of("bob")).toMatchObject({ status: "offline", statusText: "" });
    expect((await choose({ status: "busy", message: " Counting " })).body).toMatchObject({
      status: "offline",
      statusText: "Counting",
    });
    expect((await choose({ status: "away" })).body).toMatchObject({ statusText: "Counting" });
    await choose({ status: "busy" });
    const own = await server.get(`${BASE}/own`, "bob");
    expect(own.body).toEqual({
      status: "busy",
      message: "Counting",
      customId: null,
      busyOnCalls: false,
      callLines: true,
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

  it("CHAT-74 a status text is one line, without marks that reorder text", async () => {
    const { body } = await choose({ status: "busy", message: "a\u0000b\n\u202Ec\ud800" });
    expect(body).toMatchObject({ statusText: "a b c" });
    expect((await server.get(`${BASE}/own`, "bob")).body).toMatchObject({ message: "a b c" });
  });

  const allowKinds = async (name: string) => {
    const id = (await server.stores.users.byUsername(name))?.id ?? 0;
    await server.stores.company.atomically((company) =>
      company.setPermissions(id, [{ module: "administration", rule: "manage_chat" }]),
    );
    return id;
  };

  it("CHAT-71 a company has statuses of its own, and people with a removed one are online", async () => {
    await allowKinds("alice");
    const create = (name: string, type = "busy") =>
      server.send("POST", `${BASE}/custom/create`, "alice", { name, type });
    expect((await create("In the warehouse")).body).toMatchObject({
      data: [{ name: "In the warehouse", type: "busy" }],
    });
    expect(errorBodySchema.parse((await create("in the WAREHOUSE")).body).code).toBe("chats.presence.typeExists");
    // Stored, two names with an unpaired surrogate would be the same one.
    for (const bad of ["\ud800", "a\udc00", "\u202Eeman", "a\nb"])
      expect(errorBodySchema.parse((await create(bad)).body).code, JSON.stringify(bad)).toBe("request.invalid");
    const { body } = await server.get(`${BASE}/custom`, "alice");
    expect(body).toMatchObject({ data: [{ id: 1 }] });
    await chatPeer(server, sockets, "bob");
    await becomes("bob", { status: "online" });
    expect((await choose({ status: "custom", message: "", customId: 1 })).body).toMatchObject({
      status: "custom",
      statusText: "In the warehouse",
      type: "busy",
    });
    expect((await choose({ status: "custom", customId: 99 })).status).toBe(404);
    await server.send("PUT", `${BASE}/custom/update`, "alice", { customId: 1, name: "At the dock", type: "away" });
    await becomes("bob", { status: "custom", statusText: "At the dock", type: "away" });
    expect((await server.send("DELETE", `${BASE}/custom/delete`, "alice", { customId: 1 })).status).toBe(200);
    await becomes("bob", { status: "online", statusText: "" });
    expect((await server.send("DELETE", `${BASE}/custom/delete`, "alice", { customId: 1 })).status).toBe(404);
  });

  it("CHAT-85 AUDIT-5 only users who manage chat change statuses, and each change is a line", async () => {
    const refusal = async (method: "POST" | "PUT" | "DELETE", path: string, body: object) =>
      errorBodySchema.parse((await server.send(method, `${BASE}/custom/${path}`, "alice", body)).body).code;
    // To write in chat is not enough.
    expect([
      await refusal("POST", "create", { name: "Out", type: "away" }),
      await refusal("PUT", "update", { customId: 1, name: "In", type: "away" }),
      await refusal("DELETE", "delete", { customId: 1 }),
    ]).toEqual(["request.forbidden", "request.forbidden", "request.forbidden"]);
    const alice = await allowKinds("alice");
    const realm = (await server.stores.users.byUsername("alice"))?.realm.id ?? 0;
    const custom = (method: "POST" | "PUT" | "DELETE", path: string, body: object) =>
      server.send(method, `${BASE}/custom/${path}`, "alice", body);
    await custom("POST", "create", { name: "Out", type: "away" });
    await custom("POST", "create", { name: "out", type: "away" });
    await custom("PUT", "update", { customId: 1, name: "Out", type: "away" });
    await custom("PUT", "update", { customId: 1, name: "Outside", type: "busy" });
    await custom("DELETE", "delete", { customId: 1 });
    await custom("DELETE", "delete", { customId: 1 });
    const lines = await server.stores.audit.lines({ realmId: realm, limit: 9 });
    const of = (name: string) => ({ kind: "status", id: "1", name });
    expect(lines.map(({ act, by, object, details }) => ({ act, by: by?.uid, object, details }))).toEqual([
      { act: "chat.statusRemoved", by: String(alice), object: of("Outside"), details: {} },
      {
        act: "chat.statusChanged",
        by: String(alice),
        object: of("Outside"),
        details: { from: "Out", to: "Outside", fromType: "away", toType: "busy" },
      },
      { act: "chat.statusAdded", by: String(alice), object: of("Out"), details: { type: "away" } },
    ]);
  });

  it("CHAT-72 changes are sent together to those who subscribed", async () => {
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

describe("presence on the phone", () => {
  const seen: StoredPresence = {
    userId: 1,
    username: "bob",
    devices: 1,
    idle: 0,
    calls: 1,
    busyOnCalls: true,
    chosen: undefined,
  };
  const chosen = (status: PresenceStatus, kind?: PresenceType) => ({ status, message: "", kind });
  const shown = (more: Partial<StoredPresence>) => presenceOf({ ...seen, ...more }).status;

  it("CHAT-73 a user who wants it is busy while on a call, with any chosen status except offline", () => {
    expect(presenceOf(seen)).toEqual({ userId: "1", status: "busy", statusText: "", type: null, onCall: true });
    expect(shown({ idle: 1 })).toBe("busy");
    expect(shown({ chosen: chosen("away") })).toBe("busy");
    expect(shown({ chosen: chosen("away", { id: 1, name: "Lunch", type: "away" }) })).toBe("busy");
    expect(shown({ calls: 0 })).toBe("online");
    expect(shown({ busyOnCalls: false, idle: 1 })).toBe("away");
    expect(shown({ chosen: chosen("offline") })).toBe("offline");
    expect(shown({ chosen: chosen("online", { id: 1, name: "Gone", type: "offline" }) })).toBe("offline");
    // Nobody can be reached in chat by a telephone alone.
    expect(shown({ devices: 0 })).toBe("offline");
  });

  it("CHAT-73 a call is written only for users who want it; a change of this choice during a call takes effect at once, also at another server", async () => {
    const writes: string[] = [];
    let reads = 0;
    const wishes = { busyOnCalls: false, callLines: true };
    const unused = () => Promise.reject(new Error("not needed here"));
    const store: ChatPresenceStore = {
      presences: async () => [],
      chosenBusy: unused,
      choose: unused,
      types: unused,
      addType: unused,
      changeType: unused,
      removeType: unused,
      preferences: async () => {
        reads += 1;
        if (reads === 1) throw new Error("the database is away");
        return { ...wishes };
      },
      setPreferences: async (_, wanted) => void Object.assign(wishes, wanted),
      setCounts: async (server, userId, { devices, calls }) => {
        writes.push(`${server} ${userId} ${devices} ${calls}`);
        return 1;
      },
      forgetServer: async () => [],
    };
    const clock = createFakeClock();
    const bus = createBus({ clock, log: silentLog });
    const facts = chatFactsOn(bus, { written: () => undefined, changedOwn: () => undefined });
    const serverNamed = (name: string) =>
      createChatPresences({ store, facts, bus, clock, serverId: () => name, log: silentLog });
    const [phones, panels] = [serverNamed("phones"), serverNamed("panels")];
    const bob = { userId: 7, realm: { id: 1, name: "demo" } };
    phones.talks(7, 1);
    await settle();
    phones.talks(7, 0);
    phones.talks(7, 1);
    await settle();
    expect(writes).toEqual([]);
    // The wish is read once, and again after a failure.
    phones.talks(7, 0);
    phones.talks(7, 1);
    await settle();
    expect(reads).toBe(2);
    await panels.prefer(bob, { busyOnCalls: true });
    await settle();
    expect(writes).toEqual(["phones 7 0 1"]);
    await panels.prefer(bob, { busyOnCalls: false });
    await settle();
    phones.talks(7, 0);
    await settle();
    expect(writes).toEqual(["phones 7 0 1", "phones 7 0 0"]);
    await Promise.all([phones.stop(), panels.stop()]);
  });
});
