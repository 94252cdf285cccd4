import { crc32 } from "node:zlib";
import { endpoints, errorBodySchema } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { chatPeer, clientId, createRoom, sendForm, type ChatPeer } from "../../../../test/chat-client.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";

const BASE = "/api/v1/chats";
const ATTACK = `<script>alert("x")</script><img src=x onerror=alert(1)> & 'quoted' \u202Egnp.exe \u0001`;

const exportSchema = z.object({
  format: z.literal("callpanel-room"),
  exported_by: z.object({ name: z.string() }),
  members: z.array(z.object({ name: z.string(), isOwner: z.boolean() })),
  messages: z.array(
    z.object({
      id: z.number(),
      thread: z.nullable(z.number()),
      from: z.object({ name: z.string() }),
      text: z.optional(z.string()),
      deleted: z.optional(z.boolean()),
      edited_at: z.optional(z.string()),
      pinned: z.optional(z.boolean()),
      files: z.optional(z.array(z.object({ name: z.string(), path: z.nullable(z.string()) }))),
      reactions: z.optional(z.array(z.object({ emoji: z.string(), by: z.array(z.object({ name: z.string() })) }))),
    }),
  ),
  complete: z.literal(true),
});

describe("exports of rooms", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let alice: ChatPeer;
  let bob: ChatPeer;
  let address: string;
  beforeAll(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
    const bound = server.app.server.address();
    address = `http://127.0.0.1:${typeof bound === "object" ? (bound?.port ?? 0) : 0}`;
    alice = await chatPeer(server, sockets, "alice");
    bob = await chatPeer(server, sockets, "bob");
  });
  afterAll(async () => {
    sockets.cut();
    await server.remove();
  });

  const headersOf = async (who: string) => bearer((await server.signIn(who)).access_token);
  const pathOf = (room: string, query: string) => `${BASE}/rooms/${room}/export?${query}`;
  const taken = async (who: string, room: string, query = "form=json") =>
    server.app.inject({ url: pathOf(room, query), headers: await headersOf(who) });
  const refusal = async (who: string, room: string, query?: string) =>
    errorBodySchema.parse((await taken(who, room, query)).json()).code;
  const upload = async (room: string, name: string, text: string): Promise<string> => {
    const bytes = Buffer.from(text);
    const answer = await sendForm(
      server,
      "alice",
      `${BASE}/files`,
      { room_id: room, name },
      { field: "file", name, bytes },
    );
    return endpoints.uploadChatFile.response.parse(answer.body).id;
  };
  const fullRoom = async (name: string) => {
    const { id } = await createRoom(server, "alice", { channel_name: name, destinations: bob.uid });
    const file = await upload(id, `<b onclick=alert(1)>.html`, "<script>alert(3)</script>");
    const answer = await alice.order({ order: "send", room: id, client_id: clientId(), text: ATTACK, files: [file] });
    const root = answer.type === "done" ? (answer.message?.id ?? 0) : 0;
    await bob.send(id, "an answer", { thread: root });
    await bob.order({ order: "react", room: id, id: root, emoji: "👍", on: true });
    await bob.order({ order: "pin", room: id, id: root, on: true });
    const gone = await bob.send(id, "not for ever");
    await bob.order({ order: "delete", room: id, id: gone.id });
    const edited = await bob.send(id, "first");
    await bob.order({ order: "edit", room: id, id: edited.id, text: "second" });
    return { id, root };
  };

  it("CHAT-90 owners export a room, and both people export a direct conversation; nobody else can", async () => {
    const { id } = await createRoom(server, "alice", { channel_name: "whose", destinations: bob.uid });
    const direct = await createRoom(server, "alice", { destinations: bob.uid, message: "between us" });
    const open = await createRoom(server, "alice", { channel_name: "plaza", channel_type: "c" });
    expect(await refusal("bob", id)).toBe("chats.room.notOwner");
    expect(await refusal("dave", id)).toBe("chats.room.gone");
    expect(await refusal("dave", open.id)).toBe("chats.room.gone");
    expect(await refusal("dave", direct.id)).toBe("chats.room.gone");
    expect(await refusal("alice", "999999")).toBe("chats.room.gone");
    expect(await refusal("alice", "1;x")).toBe("chats.room.gone");
    // An administrator of the company has no special right here.
    const grace = (await server.stores.users.byUsername("grace"))?.id ?? 0;
    await server.stores.company.atomically((company) =>
      company.setPermissions(grace, [
        { module: "administration", rule: "manage_people" },
        { module: "administration", rule: "show_audit_log" },
      ]),
    );
    expect(await refusal("grace", id)).toBe("chats.room.gone");
    for (const who of ["alice", "bob"]) {
      const { messages } = exportSchema.parse((await taken(who, direct.id)).json());
      expect(messages.map(({ text }) => text)).toEqual(["between us"]);
    }
    const acts = await server.get("/api/v1/administration/audit?act=chat.exported", "grace");
    const { data } = endpoints.listAuditLines.response.parse(acts.body);
    expect(data.map(({ by, details }) => [by?.name.split(" ")[0], details])).toEqual([
      ["Bob", { form: "json", files: false }],
      ["Alice", { form: "json", files: false }],
    ]);
  });

  it("CHAT-91 a JSON export has members, threads, reactions, edits, pins, deleted places and names of files", async () => {
    const { id, root } = await fullRoom("all of it");
    const answer = await taken("alice", id);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="all-of-it \d{4}-\d\d-\d\d\.json"/);
    const { messages, members, exported_by: by } = exportSchema.parse(answer.json());
    expect(by.name).toBe("Alice Archer");
    expect(members).toEqual([
      expect.objectContaining({ name: "Alice Archer", isOwner: true }),
      expect.objectContaining({ name: "Bob Brandt", isOwner: false }),
    ]);
    expect(messages).toMatchObject([
      {
        thread: null,
        pinned: true,
        files: [{ name: "b onclick=alert(1).html", path: null }],
        reactions: [{ emoji: "👍", by: [{ name: "Bob Brandt" }] }],
      },
      { thread: root, text: "an answer", from: { name: "Bob Brandt" } },
      { deleted: true },
      { text: "second", edited_at: expect.any(String) },
    ]);
    expect(messages[0]?.text).toBe(ATTACK.replace("\u0000", ""));
    expect(messages[2]).not.toHaveProperty("text");
    expect(await progress("alice")).toBeNull();
  });

  it("CHAT-92 in an exported page everything is escaped, its policy forbids all but its style, and it uses the words of the language", async () => {
    const { id } = await fullRoom("page");
    const { body } = await taken("alice", id, "form=html&locale=fr-CA&time_zone=America/Toronto");
    expect(body).not.toMatch(/<script|<img|onerror=alert\(1\)>|<b onclick/);
    expect(body).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
    expect(body).not.toContain("\u0001");
    expect(body).toContain(`content="default-src 'none'; style-src 'sha256-`);
    expect(body).toContain("Ce message a été supprimé");
    expect(body).toContain("Fin de la conversation");
    expect(body).toContain("America/Toronto");
    expect(body.match(/<article /g)).toHaveLength(4);
    // A zone that nobody knows is no reason to fail.
    expect((await taken("alice", id, "form=html&time_zone=Mars/Base")).statusCode).toBe(200);
  });

  it("CHAT-91 an export with files is an archive, in which markup is text", async () => {
    const { id } = await fullRoom("archive");
    const { rawPayload } = await taken("alice", id, "form=json&files=true");
    const entries = entriesIn(rawPayload);
    expect([...entries.keys()]).toEqual(["conversation.json", "files/1 b onclick=alert(1).html.txt"]);
    expect(entries.get("files/1 b onclick=alert(1).html.txt")?.toString()).toBe("<script>alert(3)</script>");
    const { messages } = exportSchema.parse(JSON.parse(entries.get("conversation.json")?.toString() ?? ""));
    expect(messages[0]?.files?.[0]?.path).toBe("files/1 b onclick=alert(1).html.txt");
  });

  /** Entries that are stored as they are, by the directory at the end (APPNOTE 4.3). */
  const entriesIn = (zip: Buffer): ReadonlyMap<string, Buffer> => {
    const end = zip.length - 22;
    const entries = new Map<string, Buffer>();
    let at = zip.readUInt32LE(end + 16);
    for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
      const [sum, bytes, length, offset] = [16, 20, 28, 42].map((field) => zip.readUInt32LE(at + field));
      const nameLength = (length ?? 0) & 0xffff;
      const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
      const from = (offset ?? 0) + 30 + zip.readUInt16LE((offset ?? 0) + 26);
      const content = zip.subarray(from, from + (bytes ?? 0));
      expect(crc32(content), name).toBe(sum);
      entries.set(name, content);
      at += 46 + nameLength;
    }
    return entries;
  };
  const progress = async (who: string) =>
    endpoints.getOwnChatExport.response.parse((await server.get(`${BASE}/exports/own`, who)).body).data;

  /** Reads the beginning of a long export, does something, and reads the rest. @returns what came; the error of the connection */
  const readAround = async (who: string, room: string, act: () => Promise<unknown>) => {
    const response = await fetch(`${address}${pathOf(room, "form=json")}`, { headers: await headersOf(who) });
    const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
    let text = "";
    let error: unknown;
    const decoder = new TextDecoder();
    try {
      for (let pieces = 0; ; pieces += 1) {
        if (pieces === 1) await act();
        const piece = await reader?.read();
        if (piece === undefined || piece.done) break;
        text += decoder.decode(piece.value, { stream: true });
      }
    } catch (caught) {
      error = caught;
    }
    return { text, error };
  };
  /** So many messages that the network cannot hold them all at once. */
  const longRoom = async (owners: readonly ChatPeer[] = [bob]) => {
    const { id } = await createRoom(server, "alice", { channel_name: `long ${clientId()}`, destinations: bob.uid });
    for (const { uid } of owners)
      await server.send("POST", `${BASE}/rooms/add_owner`, "alice", { room_id: id, rocket_uid: uid });
    const alices = (await server.stores.users.byUsername("alice"))?.id ?? 0;
    for (let part = 0; part < 20; part += 1)
      await server.stores.chat.inRoom(Number(id), async (held) => {
        for (let at = 0; at < 100; at += 1) {
          const sender = { id: alices, name: "Alice Archer", username: "alice" };
          const text = "x".repeat(15_000);
          const draft = { thread: null, text, all: false, sender, at: 1, mentions: [], files: [] };
          await held.addMessage({ ...draft, client_id: clientId() });
        }
      });
    return id;
  };

  it.each([
    [
      "is kicked",
      async (room: string) =>
        server.send("POST", `${BASE}/rooms/kick`, "alice", { room_id: room, rocket_uid: bob.uid }),
    ],
    [
      "is no owner any more",
      async (room: string) =>
        server.send("POST", `${BASE}/rooms/remove_owner`, "alice", { room_id: room, rocket_uid: bob.uid }),
    ],
    [
      "sees the room deleted",
      async (room: string) => server.send("POST", `${BASE}/rooms/delete`, "alice", { room_id: room }),
    ],
  ])(
    "CHAT-94 a user who %s during the export gets no more, and the file has no end",
    { timeout: 60_000 },
    async (_what, act) => {
      const id = await longRoom();
      const { text, error } = await readAround("bob", id, () => act(id));
      expect(error).toBeDefined();
      expect(text).toContain("callpanel-room");
      expect(text).not.toContain('"complete":true');
      await expect.poll(() => progress("bob")).toBeNull();
    },
  );

  it("CHAT-93 a person has one export at a time; it shows its progress, and ends with its connection", async () => {
    const id = await longRoom();
    const cancel = new AbortController();
    const headers = await headersOf("bob");
    const response = await fetch(`${address}${pathOf(id, "form=json")}`, { headers, signal: cancel.signal });
    expect(response.status).toBe(200);
    expect(await progress("bob")).toMatchObject({ room_id: id, total: 2_000 });
    expect(await refusal("bob", id)).toBe("chats.export.busy");
    expect(await progress("alice")).toBeNull();
    cancel.abort();
    await expect.poll(() => progress("bob")).toBeNull();
    const whole = exportSchema.parse((await taken("bob", id)).json());
    expect(whole.messages).toHaveLength(2_000);
  });
});
