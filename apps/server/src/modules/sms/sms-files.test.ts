import { chatFileSchema, errorBodySchema, listSmsHistory, sendSms, SMS_LIMITS } from "@callpanel/contract";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendForm } from "../../../test/chat-client.ts";
import { startSmsService, type SmsService } from "../../../test/sms-service.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";

const PUBLIC = "https://phone.example.com";
const BASE = "/api/v1/chats";
const CUSTOMER = "+14165550199";

describe("files of text messages", () => {
  let service: SmsService;
  let server: TestServer;
  beforeEach(async () => {
    service = await startSmsService();
    server = await createTestServer({ smsUrl: service.twilioUrl, smsFrom: "+14165550100", publicUrl: PUBLIC });
  });
  afterEach(async () => {
    await server.remove();
    await service.stop();
  });

  const upload = (who: string, name: string, bytes: Uint8Array, of = server) =>
    sendForm(of, who, `${BASE}/sms_files`, { name }, { field: "file", name, bytes });
  const uploaded = async (name: string, bytes: Uint8Array) =>
    chatFileSchema.parse((await upload("alice", name, bytes)).body);
  const codeOf = ({ body }: { readonly body: unknown }) => errorBodySchema.parse(body).code;
  const fetched = async (who: string, id: string, form = "whole") =>
    server.app.inject({
      url: `${BASE}/sms_files/${id}?form=${form}`,
      headers: bearer((await server.signIn(who)).access_token),
    });
  let clientIds = 0;
  const send = (files: readonly string[], more: object = {}, who = "alice") =>
    server.send("POST", `${BASE}/sms_messages/send`, who, {
      from_did: "+14165550101",
      sms_destination: CUSTOMER,
      message: "",
      client_id: `client-f${(clientIds += 1)}`,
      files,
      ...more,
    });
  const photo = () =>
    sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: "#22aaee" } })
      .withExifMerge({ IFD0: { Artist: "a secret place" } })
      .jpeg()
      .toBuffer();
  const fromLink = (link: string) => server.app.inject({ url: link.slice(PUBLIC.length) });

  it("SMS-50 SMS-52 a picture is sent as a link that the gateway can open, without what the camera wrote", async () => {
    const file = await uploaded("beach.jpg", await photo());
    expect(file).toMatchObject({ kind: "picture", width: 1_600, height: 800, name: "beach.jpg" });
    const answer = await send([file.id], { message: "Look" });
    const { message, conversation } = sendSms.response.parse(answer.body);
    expect(message.files).toEqual([file]);
    expect(conversation).toMatchObject({ sends_files: true, lastMessage: { files: [{ id: file.id }] } });
    await expect.poll(() => service.received.length).toBe(1);
    const form = new URLSearchParams(service.received[0]?.body);
    expect(form.get("Body")).toBe("Look");
    const link = form.get("MediaUrl") ?? "";
    const got = await fromLink(link);
    expect([got.statusCode, got.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(got.rawPayload.toString("latin1")).not.toContain("secret place");
    expect((await sharp(got.rawPayload).metadata()).width).toBe(1_600);
    // Changed, of another file, or without its signature.
    const other = await uploaded("other.jpg", await photo());
    const forged = [
      link.replace(/until=\d/, "until=9"),
      link.replace(file.id, other.id),
      link.replace(/&signature=.*/, ""),
      link.replace(/signature=.*/, "signature=AAAA"),
    ];
    for (const one of forged) expect((await fromLink(one)).statusCode, one).toBe(404);
    const { body } = await server.get(`${BASE}/sms_messages/${conversation.id}/messages`, "alice");
    expect(listSmsHistory.response.parse(body).data.map(({ files }) => files)).toEqual([[file]]);
    server.clock.leap(86_400_001);
    expect((await fromLink(link)).statusCode).toBe(404);
  });

  it("SMS-50 only those who share the number get a file; before it is sent, its uploader alone", async () => {
    const file = await uploaded("beach.jpg", await photo());
    expect((await fetched("alice", file.id, "thumbnail")).headers["content-type"]).toBe("image/jpeg");
    for (const who of ["bob", "carol"]) expect((await fetched(who, file.id)).statusCode, who).toBe(404);
    expect((await send([file.id])).status).toBe(200);
    expect((await fetched("alice", file.id)).statusCode).toBe(200);
    for (const who of ["bob", "carol"]) expect((await fetched(who, file.id)).statusCode, who).toBe(404);
    expect(codeOf(await send([file.id]))).toBe("chats.file.gone");
    expect(codeOf(await send(["none"]))).toBe("chats.file.gone");
    expect((await server.send("DELETE", `${BASE}/sms_files/${file.id}`, "alice")).status).toBe(404);
  });

  it("SMS-51 pictures, sound and PDF only, 5 MB in all, and only where the gateway sends files", async () => {
    for (const [name, text] of [
      ["page.html", "<html><script>alert(1)</script>"],
      ["drawing.svg", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
      ["photo.png", "\u0089PNG not a picture"],
    ] as const)
      expect(codeOf(await upload("alice", name, Buffer.from(text, "latin1"))), name).toBe("chats.sms.fileKind");
    expect(codeOf(await upload("alice", "x", new Uint8Array()))).toBe("chats.file.empty");
    expect(codeOf(await upload("alice", "x", new Uint8Array(SMS_LIMITS.fileBytes + 1)))).toBe("chats.file.tooLarge");
    expect(codeOf(await upload("hiro", "x.pdf", Buffer.from("%PDF-1.7")))).toBe("chats.sms.did");
    const half = Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(SMS_LIMITS.fileBytes / 2)]);
    const [one, two] = [await uploaded("a.pdf", half), await uploaded("b.pdf", half)];
    expect(codeOf(await send([one.id, two.id]))).toBe("chats.sms.filesTooLarge");
    expect(codeOf(await send([]))).toBe("chats.message.empty");
    const plain = await createTestServer({ smsUrl: service.plainUrl });
    expect(codeOf(await upload("alice", "a.pdf", half, plain))).toBe("chats.sms.files");
    await plain.remove();
  });

  it("SMS-51 a file that was not sent is removed after a day, or by who uploaded it", async () => {
    const [first, second] = [
      await uploaded("a.pdf", Buffer.from("%PDF-1.7 a")),
      await uploaded("b.pdf", Buffer.from("%PDF-1.7 b")),
    ];
    expect((await server.send("DELETE", `${BASE}/sms_files/${first.id}`, "bob")).status).toBe(404);
    expect((await server.send("DELETE", `${BASE}/sms_files/${first.id}`, "alice")).status).toBe(200);
    server.clock.leap(86_400_001);
    await server.clock.advance(3_600_000);
    await expect.poll(async () => (await fetched("alice", second.id)).statusCode).toBe(404);
  });
});
