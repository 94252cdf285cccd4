import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHAT_LIMITS, chatMessageSchema, endpoints, errorBodySchema } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callRecord } from "../../../../test/call-records.ts";
import { createRoom } from "../../../../test/chat-client.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { leaveMessage } from "../../../../test/voicemails.ts";

const SOUND = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
const AT = 1_700_000_000_000;
const LATER = 10 ** 15;
const BASE = "/api/v1/chats";

describe("recordings and voicemail in a room", () => {
  let server: TestServer;
  const ids = new Map<string, number>();
  const idOf = (username: string): number => ids.get(username) ?? 0;
  let clients = 0;

  /** A call of carol and alice with a recording. */
  const record = async (name: string) => {
    const { recordings, callRecords } = server.stores;
    const began = { owner: "s1", realm: "demo", startedBy: "carol", startedAt: AT };
    await recordings.begin({ ...began, id: `rec${name}`, callId: `call-${name}`, userId: idOf("carol") });
    await recordings.end(`rec${name}`, { durationMs: 5_000, bytes: SOUND.length, marks: [], failure: null });
    await callRecords.write(
      callRecord({
        callId: `call-${name}`,
        startedAt: AT,
        from: { number: "103", name: "Carol", userId: idOf("carol") },
        to: { number: "101", name: "Alice", userId: idOf("alice") },
      }),
    );
    writeFileSync(join(server.dataDir, "recordings", `rec${name}.opus`), SOUND);
  };
  beforeAll(async () => {
    server = await createTestServer();
    await server.app.ready();
    for (const username of ["alice", "bob", "carol", "dave", "erin"])
      ids.set(username, (await server.stores.users.byUsername(username))?.id ?? 0);
    await record("a");
  });
  afterAll(() => server.remove());

  const RECORDING = "cdrs/call-a/recording";
  const share = async (who: string, source: string, room: string, more: object = {}) => {
    const order = { room_id: room, name: "Call with Carol", message: "", client_id: `share-${(clients += 1)}xxxx` };
    return server.send("POST", `/api/v1/${source}/share`, who, { ...order, ...more });
  };
  const shared = async (who: string, source: string, room: string, more: object = {}) =>
    chatMessageSchema.parse((await share(who, source, room, more)).body);
  const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.parse(body).code;
  const newRoom = (names: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const channel_name = `shared ${(clients += 1)}`;
    const destinations = names.map((name) => String(idOf(name))).join(",");
    return createRoom(server, "alice", { channel_name, destinations, ...more });
  };
  const fetched = async (who: string, id: string) => {
    const headers = bearer((await server.signIn(who)).access_token);
    return server.app.inject({ url: `${BASE}/files/${id}?form=whole`, headers });
  };
  const acts = async (room: string) => {
    const { body } = await server.get(`${BASE}/rooms/${room}/acts?limit=50`, "alice");
    const { data } = endpoints.listChatRoomActs.response.parse(body);
    return data.filter(({ act }) => act === "chat.soundShared");
  };
  const historyOf = async (room: string) => {
    const { body } = await server.get(`${BASE}/rooms/${room}/messages`, "alice");
    return endpoints.listChatMessages.response.parse(body).messages;
  };

  it("CHAT-110 CHAT-111 a recording is heard by all members of the room, with a line of the audit log", async () => {
    const { id: room } = await newRoom(["bob", "carol"]);
    const message = await shared("alice", RECORDING, room, { message: "Listen to the end" });
    expect(message).toMatchObject({ text: "Listen to the end", from: { uid: String(idOf("alice")) } });
    expect(message.files).toMatchObject([{ name: "Call with Carol.ogg", kind: "sound", bytes: SOUND.length }]);
    const file = message.files[0]?.id ?? "";
    // Bob may not hear the recording of the call.
    expect((await server.get(`/api/v1/${RECORDING}`, "bob")).status).toBe(404);
    const heard = await fetched("bob", file);
    expect([heard.statusCode, heard.headers["content-type"], heard.rawPayload]).toEqual([200, "audio/ogg", SOUND]);
    expect((await fetched("dave", file)).statusCode).toBe(404);
    expect(await acts(room)).toMatchObject([
      {
        by: { uid: String(idOf("alice")) },
        object: { id: room },
        person: null,
        details: { of: "recording", call: "call-a", recording: "reca" },
      },
    ]);
  });

  it("CHAT-110 recordings that the user may not hear, forged ids and rooms in which the user is not a member are refused as unknown", async () => {
    const { id: room } = await newRoom(["bob"]);
    const { id: carols } = await newRoom(["carol"]);
    const refused = [
      ["bob", RECORDING, room, "cdrs.recording.notFound"],
      ["alice", "cdrs/call-none/recording", room, "cdrs.recording.notFound"],
      ["alice", "cdrs/..%2Fcall-a/recording", room, "cdrs.recording.notFound"],
      ["alice", RECORDING, "999999", "chats.room.gone"],
      ["alice", RECORDING, "../1", "chats.room.gone"],
      ["carol", RECORDING, room, "chats.room.gone"],
      ["bob", RECORDING, carols, "cdrs.recording.notFound"],
    ] as const;
    for (const [who, source, where, code] of refused)
      expect(codeOf(await share(who, source, where)), `${who} ${source} ${where}`).toBe(code);
    const wrong = await share("alice", RECORDING, room, { recording: "recb" });
    expect(codeOf(wrong)).toBe("cdrs.recording.notFound");
    // Without the right to call records, and without that to chat.
    expect((await share("erin", RECORDING, room)).status).toBe(403);
    expect((await historyOf(room)).filter(({ files }) => files.length > 0)).toEqual([]);
    expect(await acts(room)).toEqual([]);
  });

  it("CHAT-110 CHAT-6 in a read-only or archived room nothing is shared, and no copy is left", async () => {
    const before = await server.stores.chat.removeUnsent(LATER, 100);
    expect(before).toEqual([]);
    const { id: quiet } = await newRoom(["carol"], { read_only: "true" });
    expect(codeOf(await share("carol", RECORDING, quiet))).toBe("chats.room.readOnly");
    const { id: old } = await newRoom(["carol"]);
    await server.send("POST", `${BASE}/rooms/archive`, "alice", { room_id: old });
    expect(codeOf(await share("alice", RECORDING, old))).toBe("chats.room.archived");
    expect(codeOf(await share("alice", RECORDING, quiet, { message: "x".repeat(CHAT_LIMITS.textChars + 1) }))).toBe(
      "chats.message.tooLong",
    );
    expect(await server.stores.chat.removeUnsent(LATER, 100)).toEqual([]);
    expect((await shared("alice", RECORDING, quiet)).files).toHaveLength(1);
  });

  it("CHAT-110 CHAT-111 a voicemail of the user's own mailbox is shared, never one of another's", async () => {
    const { id: room } = await newRoom(["bob", "carol"]);
    const own = await leaveMessage(server, { boxId: idOf("alice") });
    const foreign = await leaveMessage(server, { boxId: idOf("dave") });
    const message = await shared("alice", `voicemails/${own.id}`, room, { name: "Voicemail" });
    expect((await fetched("bob", message.files[0]?.id ?? "")).statusCode).toBe(200);
    for (const [who, id] of [
      ["bob", own.id],
      ["bob", foreign.id],
      ["carol", 999_999],
    ] as const)
      expect(codeOf(await share(who, `voicemails/${id}`, room)), `${who} ${id}`).toBe("vmail.notFound");
    expect(await acts(room)).toMatchObject([
      { person: { uid: String(idOf("alice")) }, details: { of: "voicemail", voicemail: own.id } },
    ]);
  });

  it("CHAT-111 a second request with the same client_id shares it only once", async () => {
    const { id: room } = await newRoom(["bob"]);
    const once = { client_id: "share-once-1" };
    const first = await shared("alice", RECORDING, room, once);
    expect(await shared("alice", RECORDING, room, once)).toEqual(first);
    expect(await acts(room)).toHaveLength(1);
    expect(await server.stores.chat.removeUnsent(LATER, 100)).toEqual([]);
  });

  it("CHAT-112 the copy stays when the original is deleted, and is deleted with its message", async () => {
    const { id: room } = await newRoom(["bob"]);
    const own = await leaveMessage(server, { boxId: idOf("alice") });
    const message = await shared("alice", `voicemails/${own.id}`, room);
    const file = message.files[0]?.id ?? "";
    expect((await server.send("DELETE", `/api/v1/voicemails/${own.id}`, "alice")).status).toBe(200);
    expect((await fetched("bob", file)).statusCode).toBe(200);
    await server.stores.voicemail.remove([own.id]);
    expect(codeOf(await share("alice", `voicemails/${own.id}`, room))).toBe("vmail.notFound");
    await server.send("POST", `${BASE}/rooms/delete`, "alice", { room_id: room });
    expect((await fetched("bob", file)).statusCode).toBe(404);
    expect((await fetched("alice", file)).statusCode).toBe(404);
  });
});
