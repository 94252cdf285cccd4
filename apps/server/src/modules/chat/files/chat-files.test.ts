import { deflateRawSync } from "node:zlib";
import { chatFileSchema, errorBodySchema } from "@callpanel/contract";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatPeer, clientId, createRoom, sendForm, type ChatPeer } from "../../../../test/chat-client.ts";
import { hugePng, longGif } from "../../../../test/files/picture-files.ts";
import { bearer, createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { openSockets, type TestSockets } from "../../../../test/test-sockets.ts";

const BASE = "/api/v1/chats";

describe("files", () => {
  let server: TestServer;
  let sockets: TestSockets;
  let alice: ChatPeer;
  let bob: ChatPeer;
  let room: string;
  beforeAll(async () => {
    server = await createTestServer();
    sockets = await openSockets(server);
    alice = await chatPeer(server, sockets, "alice");
    bob = await chatPeer(server, sockets, "bob");
    room = (await createRoom(server, "alice", { channel_name: "files", destinations: bob.uid })).id;
  });
  afterAll(async () => {
    sockets.cut();
    await server.remove();
  });

  const upload = async (who: string, name: string, bytes: Uint8Array, to = room) => {
    const answer = await sendForm(server, who, `${BASE}/files`, { room_id: to, name }, { field: "file", name, bytes });
    return answer.status === 200 ? chatFileSchema.parse(answer.body) : errorBodySchema.parse(answer.body).code;
  };
  const uploaded = async (name: string, bytes: Uint8Array) => {
    const file = await upload("alice", name, bytes);
    if (typeof file === "string") throw new Error(file);
    return file;
  };
  const fetched = async (who: string, id: string, form = "whole") => {
    const headers = bearer((await server.signIn(who)).access_token);
    return server.app.inject({ url: `${BASE}/files/${id}?form=${form}`, headers });
  };
  const send = (files: readonly string[]) =>
    alice.order({ order: "send", room, client_id: clientId(), text: "", files: [...files] });
  const photo = () =>
    sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: "#22aaee" } })
      .withExifMerge({ IFD0: { Artist: "a secret place" } })
      .jpeg()
      .toBuffer();

  it("CHAT-61 members of the room get a file of a message, others and strangers get nothing", async () => {
    const file = await uploaded("plan.txt", Buffer.from("the plan"));
    expect((await fetched("bob", file.id)).statusCode).toBe(404);
    expect((await fetched("alice", file.id)).body).toBe("the plan");
    expect(await bob.order({ order: "send", room, client_id: clientId(), text: "", files: [file.id] })).toMatchObject({
      code: "chats.message.files",
    });
    const sent = await send([file.id]);
    expect(sent).toMatchObject({ message: { files: [{ id: file.id, name: "plan.txt", bytes: 8, kind: "other" }] } });
    expect((await fetched("bob", file.id)).body).toBe("the plan");
    for (const who of ["carol", "dave"]) expect((await fetched(who, file.id)).statusCode, who).toBe(404);
    expect(await send([file.id])).toMatchObject({ code: "chats.message.files" });
    expect(await upload("carol", "x", Buffer.from("x"))).toBe("chats.room.gone");
    const other = await createRoom(server, "alice", { channel_name: "other" });
    const elsewhere = await upload("alice", "x", Buffer.from("x"), other.id);
    expect(await send([typeof elsewhere === "string" ? "" : elsewhere.id])).toMatchObject({
      code: "chats.message.files",
    });
    const id = sent.type === "done" ? (sent.message?.id ?? 0) : 0;
    await alice.order({ order: "delete", room, id });
    expect((await fetched("bob", file.id)).statusCode).toBe(404);
  });

  it("CHAT-62 pictures are shown re-encoded, without camera metadata", async () => {
    const file = await uploaded("beach.jpg", await photo());
    expect(file).toMatchObject({ kind: "picture", width: 1_600, height: 800 });
    const [shown, thumbnail, whole] = [
      await fetched("alice", file.id, "shown"),
      await fetched("alice", file.id, "thumbnail"),
      await fetched("alice", file.id),
    ];
    expect([shown.headers["content-type"], thumbnail.headers["content-type"], whole.headers["content-type"]]).toEqual([
      "image/jpeg",
      "image/jpeg",
      "application/octet-stream",
    ]);
    expect((await sharp(thumbnail.rawPayload).metadata()).width).toBe(360);
    expect((await sharp(whole.rawPayload).metadata()).width).toBe(2_000);
    for (const { rawPayload } of [shown, thumbnail, whole])
      expect(rawPayload.toString("latin1")).not.toContain("secret place");
    expect(whole.headers["content-disposition"]).toMatch(/^attachment; filename="beach.jpg"/);
    expect(shown.headers["content-disposition"]).toBeUndefined();
  });

  it.each([
    ["page.html", "<html><script>alert(1)</script>"],
    ["drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
    ["photo.png", "<html>not a picture</html>"],
    ["photo.jpg", "\u00ff\u00d8\u00ff<script>alert(1)</script>"],
    ["x.xml", "<?xml version='1.0'?><x/>"],
  ])("CHAT-62 %s is saved as a download, never shown", async (name, text) => {
    const file = await uploaded(name, Buffer.from(text, "latin1"));
    expect(file.kind).toBe("other");
    for (const form of ["whole", "shown", "thumbnail"]) {
      const answer = await fetched("alice", file.id, form);
      expect(answer.headers["content-type"]).toBe("application/octet-stream");
      expect(answer.headers["content-disposition"]).toMatch(/^attachment;/);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
      expect(answer.headers["cache-control"]).toContain("private");
    }
  });

  it("CHAT-62 a picture with more pixels than expected is only downloaded, and of a file with 10,000 pictures the first is shown", async () => {
    const png = hugePng(8_000, 7_000);
    expect(png.length).toBeLessThan(20_000);
    const gif = longGif(10_000);
    const [bomb, animation, plan] = await Promise.all([
      uploaded("bomb.png", png),
      uploaded("wave.gif", gif),
      uploaded("plan.txt", Buffer.from("meanwhile")),
    ]);
    expect(plan.kind).toBe("other");
    expect(bomb).toMatchObject({ kind: "other", width: null, bytes: png.length });
    expect((await fetched("alice", bomb.id, "shown")).headers["content-disposition"]).toMatch(/^attachment;/);
    expect(animation).toMatchObject({ kind: "picture", width: 1, height: 1, bytes: gif.length });
    const shown = await fetched("alice", animation.id, "shown");
    expect(shown.headers["content-type"]).toBe("image/jpeg");
    expect((await sharp(shown.rawPayload).metadata()).pages ?? 1).toBe(1);
    // A file that is broken in the middle is not a picture either.
    expect((await uploaded("half.gif", gif.subarray(0, 20))).kind).toBe("other");
  });

  it("CHAT-62 an archive stays an archive: the server does not open it", async () => {
    const zip = deflateRawSync(Buffer.alloc(20_000_000));
    const file = await uploaded("bomb.zip", Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), zip]));
    expect(file).toMatchObject({ kind: "other", bytes: zip.length + 4 });
    expect((await fetched("alice", file.id)).headers["content-type"]).toBe("application/octet-stream");
  });

  it("CHAT-62 sound and PDF get the type of their content", async () => {
    for (const [opening, kind, type] of [
      ["%PDF-1.7 x", "pdf", "application/pdf"],
      ["OggS x", "sound", "audio/ogg"],
      ["ID3 x", "sound", "audio/mpeg"],
      ["RIFF0000WAVE", "sound", "audio/wav"],
    ] as const) {
      const file = await uploaded("whatever.html", Buffer.from(opening));
      const answer = await fetched("alice", file.id);
      expect([file.kind, answer.headers["content-type"], answer.headers["content-disposition"]]).toEqual([
        kind,
        type,
        undefined,
      ]);
    }
  });

  it.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\me\\plan.docx", "plan.docx"],
    ["invoice\u202Efdp.exe", "invoice fdp.exe"],
    ["", "file"],
    ["a\u200Bb\u2066c\uFEFF.txt", "a b c.txt"],
    ["\u0000\u0007.pdf", "pdf"],
    ["a\r\nSet-Cookie: x.txt", "a Set-Cookie x.txt"],
    [`${"x".repeat(300)}.pdf`, `${"x".repeat(116)}.pdf`],
  ])("CHAT-63 the name %j is kept as %j", async (name, kept) => {
    expect((await uploaded(name, Buffer.from("x"))).name).toBe(kept);
  });

  it("CHAT-63 empty files and files that are too large are refused", async () => {
    expect(await upload("alice", "empty", new Uint8Array())).toBe("chats.file.empty");
    // Of a file that is much too large nothing is kept: it is not taken for an empty one.
    for (const more of [1, 5 * 1024 * 1024])
      expect(await upload("alice", "large", new Uint8Array(25 * 1024 * 1024 + more))).toBe("chats.file.tooLarge");
  });

  it("CHAT-64 a file that was not sent is removed after a day, or by the user who uploaded it", async () => {
    const [first, second, kept] = [
      await uploaded("a", Buffer.from("1")),
      await uploaded("b", Buffer.from("2")),
      await uploaded("c", Buffer.from("3")),
    ];
    await send([kept.id]);
    expect((await server.send("DELETE", `${BASE}/files/${first.id}`, "bob")).status).toBe(404);
    expect((await server.send("DELETE", `${BASE}/files/${first.id}`, "alice")).status).toBe(200);
    expect((await server.send("DELETE", `${BASE}/files/${kept.id}`, "alice")).status).toBe(404);
    server.clock.leap(86_400_001);
    await server.clock.advance(3_600_000);
    await expect.poll(async () => (await fetched("alice", second.id)).statusCode).toBe(404);
    expect((await fetched("alice", kept.id)).body).toBe("3");
  });

  it("CHAT-61 a conversation begins with a file and a message", async () => {
    const bytes = Buffer.from("hello");
    const answer = await sendForm(
      server,
      "alice",
      `${BASE}/new_conversation`,
      { channel_name: "begun", message: "see" },
      { field: "files", name: "a.txt", bytes },
    );
    expect(answer.body).toMatchObject({ room: { n: 1, lastMessage: { preview: "see" } } });
  });
});
