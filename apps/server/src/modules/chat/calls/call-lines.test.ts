import { endpoints } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chatPeer } from "../../../../test/chat-client.ts";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";
import type { CallDetailRecord } from "../../calls/index.ts";
import { createCallLines, missedCallLine, voicemailLine } from "./call-lines.ts";

const person = (userId: number | null, number: string) => ({ userId, number, name: "Somebody" });
const RECORD: CallDetailRecord = {
  callId: "call-1",
  realm: "demo",
  startedAt: 1_000,
  answeredAt: null,
  endedAt: 9_000,
  from: person(1, "1001"),
  to: person(2, "1002"),
  dialledNumber: "1002",
  direction: "internal",
  disposition: "noAnswer",
  failed: true,
  endedBy: "caller",
  endReason: "",
  sipStatus: 487,
  quality: null,
  forwardedBy: null,
};

it("CHAT-75 only an unanswered call between two people has a line", () => {
  expect(missedCallLine(RECORD)).toEqual({ kind: "missed", from: 1, to: 2, at: 9_000, callId: "call-1" });
  for (const more of [
    { answeredAt: 2_000 },
    { direction: "inbound" as const },
    { from: person(null, "+14165550100") },
    { to: person(null, "600") },
    { to: person(1, "1001") },
    { from: person(1, "") },
  ])
    expect(missedCallLine({ ...RECORD, ...more })).toBeUndefined();
  const message = { id: 7, boxId: 2, at: 5, durationMs: 34_400, callId: "c", from: person(1, "1001") };
  expect(voicemailLine(message)).toMatchObject({ kind: "voicemail", voicemail: 7, seconds: 34, from: 1, to: 2 });
  expect(voicemailLine({ ...message, from: person(null, "+14165550100") })).toBeUndefined();
});

describe("lines of the phone", () => {
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
  const idOf = async (username: string) => {
    const { body } = await server.get("/api/v1/users/all_chat_users", "alice");
    const { data } = endpoints.listAllChatUsers.response.parse(body);
    return Number(data.find((one) => one.username === username)?.chatUserId);
  };
  const open = () => {
    const told: number[] = [];
    const write = createCallLines({
      users: server.stores.users,
      store: server.stores.chat,
      presenceStore: server.stores.chatPresence,
      facts: { message: ({ message }) => void told.push(message.id), room: () => {}, subscription: () => {} },
      clock: server.clock,
    });
    return { told, write };
  };
  const direct = async (username: string, other: number) => {
    const { body } = await server.get("/api/v1/chats/direct_messages?limit=50", username);
    const { data } = endpoints.listDirectMessages.response.parse(body);
    return data.find(
      (room) => "users" in room && room.users.length === 2 && room.users.some(({ uid }) => uid === String(other)),
    );
  };

  it("CHAT-75 a line is written once, is unread only for the called person, and nobody can change it", async () => {
    const [alice, bob] = [await idOf("alice"), await idOf("bob")];
    const before = (await direct("bob", alice))?.n ?? 0;
    const { write, told } = open();
    const line = { kind: "missed", from: alice, to: bob, at: server.clock.now(), callId: "call-1" } as const;
    await write(line);
    await write(line);
    expect(told).toHaveLength(1);
    const [ofBob, ofAlice] = [await direct("bob", alice), await direct("alice", bob)];
    expect([ofBob?.n, ofBob?.unread]).toEqual([before + 1, (ofBob?.n ?? 0) - (ofBob?.subscription?.read ?? 0)]);
    expect(ofBob?.unread).toBeGreaterThan(0);
    expect(ofBob?.lastMessage).toMatchObject({ preview: "", call: { kind: "missed", to: String(bob) } });
    expect(ofAlice?.unread).toBe(0);
    const peer = await chatPeer(server, sockets, "alice");
    const room = ofAlice?.id ?? "";
    const id = told[0] ?? 0;
    for (const order of [
      { order: "delete", room, id } as const,
      { order: "edit", room, id, text: "never happened" } as const,
    ])
      expect(await peer.order(order)).toMatchObject({ type: "refused", code: "chats.message.notYours" });
  });

  it("CHAT-75 a user who turned lines off gets none, and people without a conversation get one", async () => {
    const [alice, bob, grace] = [await idOf("alice"), await idOf("bob"), await idOf("grace")];
    const { write, told } = open();
    await server.send("PUT", "/api/v1/chats/preferences", "bob", { callLines: false });
    const at = server.clock.now();
    await write({ kind: "voicemail", from: alice, to: bob, at, callId: "call-2", voicemail: 3, seconds: 12 });
    expect(told).toEqual([]);
    await write({ kind: "voicemail", from: bob, to: grace, at, callId: "call-3", voicemail: 4, seconds: 12 });
    expect((await direct("grace", bob))?.lastMessage).toMatchObject({
      call: { kind: "voicemail", voicemail: 4, seconds: 12 },
    });
    // Nobody who is not of the company, and nobody that is not there.
    await write({ kind: "missed", from: 999_999, to: grace, at, callId: "call-4" });
    expect(told).toHaveLength(1);
  });
});
