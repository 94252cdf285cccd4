import { endpoints, errorBodySchema } from "@callpanel/contract";
import { createFakeClock } from "@callpanel/testkit";
import { describe, expect, it } from "vitest";
import { clientId, createRoom, sendForm, type ChatPeer } from "../../../../test/chat-client.ts";
import { openChatOffice } from "../../../../test/chat-office.ts";
import { bearer, type TestServer } from "../../../../test/test-server.ts";
import { createMemoryShortLived } from "../../../kernel/short-lived/short-lived-memory.ts";
import { applyCompany } from "../../administration/index.ts";
import { createSweepTurn, SWEEP_TURNS } from "./sweep-turn.ts";

const BASE = "/api/v1/chats";
const DAY_MS = 86_400_000;

describe("how long messages are kept", () => {
  let server: TestServer;
  let alice: ChatPeer;
  let bob: ChatPeer;
  openChatOffice((office) => {
    ({ server, alice, bob } = office);
  });

  const set = async (settings: Readonly<Record<string, string>>) => {
    const items = Object.entries(settings).map(([name, value]) => ({ kind: "setting", name, value }) as const);
    await applyCompany(server.stores.company, { realm: "demo", groups: [], users: [], services: [], items });
  };
  const keep = async (who: string, room_id: string, days: number | null) => {
    const answer = await server.send("POST", `${BASE}/rooms/keep`, who, { room_id, days });
    return answer.status === 200 ? "done" : errorBodySchema.parse(answer.body).code;
  };
  const keeping = async (who: string, room_id: string) => {
    const answer = await server.get(`${BASE}/rooms/${room_id}/keeping`, who);
    return answer.status === 200
      ? endpoints.getChatKeeping.response.parse(answer.body)
      : errorBodySchema.parse(answer.body).code;
  };

  it("CHAT-80 CHAT-81 owners set a limit as far as the company allows, and every member sees it", async () => {
    const { id } = await createRoom(server, "alice", { channel_name: "limits", destinations: bob.uid });
    const direct = await createRoom(server, "alice", { destinations: bob.uid });
    expect(await keeping("bob", id)).toEqual({ days: null, company: null, own: null, allowed: "shorter" });
    expect(await keep("alice", id, 30)).toBe("done");
    expect(await keeping("bob", id)).toEqual({ days: 30, company: null, own: 30, allowed: "shorter" });
    await set({ chat_keep_days: "20" });
    // A limit that is no longer allowed has no effect.
    expect(await keeping("bob", id)).toMatchObject({ days: 20, company: 20, own: 30 });
    expect(await keep("alice", id, 21)).toBe("chats.keep.notAllowed");
    expect(await keep("alice", id, 0)).toBe("chats.keep.notAllowed");
    expect(await keep("alice", id, 20)).toBe("done");
    await set({ chat_room_limits: "any" });
    expect(await keep("alice", id, 0)).toBe("done");
    expect(await keeping("bob", id)).toMatchObject({ days: null, company: 20, own: 0 });
    await set({ chat_room_limits: "none" });
    expect(await keep("alice", id, 5)).toBe("chats.keep.notAllowed");
    expect(await keeping("bob", id)).toMatchObject({ days: 20 });
    expect(await keep("alice", id, null)).toBe("done");
    expect(await keeping("bob", direct.id)).toMatchObject({ days: 20, allowed: "none" });
    await set({ chat_room_limits: "shorter", chat_keep_days: "forever" });
    // A user without the right.
    expect(await keep("bob", id, 1)).toBe("chats.room.notOwner");
    expect(await keep("dave", id, 1)).toBe("chats.room.gone");
    expect(await keeping("dave", id)).toBe("chats.room.gone");
    expect(await keep("alice", direct.id, 1)).toBe("chats.room.direct");
    expect((await server.send("POST", `${BASE}/rooms/keep`, "alice", { room_id: id, days: -1 })).status).toBe(400);
    expect((await server.send("POST", `${BASE}/rooms/keep`, "alice", { room_id: id, days: 1.5 })).status).toBe(400);
    await server.send("POST", `${BASE}/rooms/archive`, "alice", { room_id: id });
    expect(await keep("alice", id, 1)).toBe("chats.room.archived");
    const acts = endpoints.listChatRoomActs.response.parse(
      (await server.get(`${BASE}/rooms/${id}/acts`, "alice")).body,
    );
    expect(
      acts.data
        .filter(({ act }) => act === "chat.kept")
        .map(({ details }) => details)
        .toReversed(),
    ).toEqual([
      { from: null, to: 30 },
      { from: 30, to: 20 },
      { from: 20, to: 0 },
      { from: 0, to: null },
    ]);
  });

  it("CHAT-85 AUDIT-5 users who manage chat change the company's limit; others are refused, and each change is a line", async () => {
    const change = async (who: string, body: object) => {
      const answer = await server.send("PUT", `${BASE}/keeping`, who, body);
      return answer.status === 200 ? answer.body : errorBodySchema.parse(answer.body).code;
    };
    const { id: userId = 0, realm } = (await server.stores.users.byUsername("carol")) ?? {};
    expect(await change("carol", { days: 30, rooms: "any" })).toBe("request.forbidden");
    expect((await server.get(`${BASE}/keeping`, "carol")).status).toBe(403);
    await server.stores.company.atomically((company) =>
      company.setPermissions(userId, [{ module: "administration", rule: "manage_chat" }]),
    );
    const before = (await server.stores.audit.lines({ realmId: realm?.id ?? 0, limit: 1 }))[0]?.id ?? 0;
    for (const days of [0, -1, 1.5, 40_000, "30"])
      expect((await server.send("PUT", `${BASE}/keeping`, "carol", { days, rooms: "any" })).status).toBe(400);
    expect((await server.get(`${BASE}/keeping`, "carol")).body).toEqual({ days: null, rooms: "shorter" });
    expect(await change("carol", { days: 30, rooms: "any" })).toEqual({ days: 30, rooms: "any" });
    expect(await change("carol", { days: 30, rooms: "any" })).toEqual({ days: 30, rooms: "any" });
    const { id } = await createRoom(server, "alice", { channel_name: "by default" });
    expect(await keeping("alice", id)).toEqual({ days: 30, company: 30, own: null, allowed: "any" });
    expect(await change("carol", { days: null, rooms: "shorter" })).toEqual({ days: null, rooms: "shorter" });
    // The command line.
    await set({ chat_keep_days: "7" });
    await set({ chat_keep_days: "7", sms_keep_days: "9" });
    await set({ chat_keep_days: "forever" });
    const lines = await server.stores.audit.lines({ realmId: realm?.id ?? 0, limit: 20 });
    const told = lines
      .filter((line) => line.id > before && line.object === null)
      .map(({ act, way, by, details }) => [act, way, by?.uid ?? null, details["from"], details["to"]]);
    expect(told.toReversed()).toEqual([
      ["chat.companyKept", "panel", String(userId), "forever", "30"],
      ["chat.roomLimits", "panel", String(userId), "shorter", "any"],
      ["chat.companyKept", "panel", String(userId), "30", "forever"],
      ["chat.roomLimits", "panel", String(userId), "any", "shorter"],
      ["chat.companyKept", "command", null, "forever", "7"],
      ["chat.companyKept", "command", null, "7", "forever"],
    ]);
  });

  it("CHAT-82 messages older than the limit are removed within the hour, with their files; people in the room are notified", async () => {
    const { id } = await createRoom(server, "alice", { channel_name: "swept", destinations: bob.uid });
    const direct = await createRoom(server, "alice", { destinations: bob.uid });
    const file = await sendForm(
      server,
      "alice",
      `${BASE}/files`,
      { room_id: id, name: "a.txt" },
      { field: "file", name: "a.txt", bytes: Buffer.from("the only copy") },
    );
    const { id: fileId } = endpoints.uploadChatFile.response.parse(file.body);
    const sound = (await server.stores.chat.file(fileId))?.whole ?? "";
    await alice.order({ order: "send", room: id, client_id: clientId(), text: "@bob old", files: [fileId] });
    await alice.send(direct.id, "old too");
    await keep("alice", id, 1);
    await set({ chat_keep_days: "2" });
    server.clock.leap(3 * DAY_MS);
    const now = await bob.send(id, "new");
    await server.clock.advance(3_600_000);
    const room = await bob.next("room", (frame) => frame.room.id === id && frame.room.first === 2);
    expect(room.room).toMatchObject({ first: 2, first_id: now.id });
    // Of a direct conversation everybody gets their own view.
    for (const peer of [alice, bob])
      await peer.next("room", (frame) => frame.own && frame.room.id === direct.id && frame.room.lastMessage === null);
    expect(sound).not.toBe("");
    expect(await server.sounds.find(sound)).toBeUndefined();
    const headers = bearer((await server.signIn("bob")).access_token);
    expect((await server.app.inject({ url: `${BASE}/files/${fileId}`, headers })).statusCode).toBe(404);
    const seen = async (url: string): Promise<unknown> => (await server.app.inject({ url, headers })).json();
    const history = endpoints.listChatMessages.response.parse(await seen(`${BASE}/rooms/${id}/messages`));
    expect(history).toMatchObject({ n: 2, first: 2, messages: [{ text: "new" }] });
    const listed = endpoints.getChatRoom.response.parse(await seen(`${BASE}/rooms/${id}`));
    expect([listed.n, listed.unread, listed.first]).toEqual([2, 0, 2]);
    await set({ chat_keep_days: "forever" });
  });

  it("CHAT-84 one server sweeps at a time, and another takes over when it died", async () => {
    const clock = createFakeClock();
    const entries = createMemoryShortLived(clock).open(SWEEP_TURNS);
    const turn = (name: string) => createSweepTurn({ entries, serverId: () => name, clock });
    const [one, other] = [turn("one"), turn("other")];
    expect([await one.hold(), await other.hold(), await one.hold()]).toEqual([true, false, true]);
    await other.end();
    expect(await other.hold()).toBe(false);
    await one.end();
    expect([await other.hold(), await one.hold()]).toEqual([true, false]);
    await clock.advance(61_000);
    expect(await one.hold()).toBe(true);
    await one.end();
  });
});
