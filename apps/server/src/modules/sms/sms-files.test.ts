import { chatFileSchema, errorBodySchema, listSmsHistory, sendSms, SMS_LIMITS } from "@callpanel/contract";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sendForm } from "../../../test/chat-client.ts";
import { twilioSignature } from "../../adapters/sms/index.ts";
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

  it("SMS-50 SMS-52 a picture is sent as a link that the gateway can open, without camera metadata", async () => {
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

  it("SMS-50 only people who share the number get a file; before it is sent, only its uploader", async () => {
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
    for (const bytes of [SMS_LIMITS.fileBytes + 1, 2 * SMS_LIMITS.fileBytes])
      expect(codeOf(await upload("alice", "x", new Uint8Array(bytes)))).toBe("chats.file.tooLarge");
    expect(codeOf(await upload("hiro", "x.pdf", Buffer.from("%PDF-1.7")))).toBe("chats.sms.did");
    const half = Buffer.concat([Buffer.from("%PDF-1.7"), Buffer.alloc(SMS_LIMITS.fileBytes / 2)]);
    const [one, two] = [await uploaded("a.pdf", half), await uploaded("b.pdf", half)];
    expect(codeOf(await send([one.id, two.id]))).toBe("chats.sms.filesTooLarge");
    expect(codeOf(await send([]))).toBe("chats.message.empty");
    const plain = await createTestServer({ smsUrl: service.plainUrl });
    expect(codeOf(await upload("alice", "a.pdf", half, plain))).toBe("chats.sms.files");
    await plain.remove();
  });

  it("SMS-54 files of a message that the carrier refused are sent once more, between the same two numbers alone", async () => {
    const file = await uploaded("beach.jpg", await photo());
    service.answerWith(() => ({ status: 400, body: { code: 30_006 } }));
    const first = sendSms.response.parse((await send([file.id], { message: "Look" })).body);
    const history = async () => {
      const { body } = await server.get(`${BASE}/sms_messages/${first.conversation.id}/messages`, "alice");
      return listSmsHistory.response.parse(body).data;
    };
    await expect.poll(async () => (await history())[0]?.state).toBe("failed");
    service.answerWith(() => ({ status: 201, body: { sid: "SM2" } }));
    const inIt = { conversation_id: first.conversation.id, from_did: undefined, sms_destination: undefined };
    // To somebody else, and by somebody who does not share the number.
    expect(codeOf(await send([file.id], { sms_destination: "+14165550198" }))).toBe("chats.file.gone");
    expect(codeOf(await send([file.id], { ...inIt }, "bob"))).toBe("chats.sms.gone");
    const again = { ...inIt, message: "Look", client_id: "client-again" };
    const second = sendSms.response.parse((await send([file.id], again)).body).message;
    expect(second.files).toEqual([{ ...file, id: second.files[0]?.id }]);
    await expect.poll(async () => (await history()).map(({ state }) => state)).toEqual(["failed", "sent"]);
    expect(service.received).toHaveLength(2);
    // The answer was lost: it is the same message, and no copy is left over.
    const rows = () => server.stores.smsFiles.removeUnsent(Number.MAX_SAFE_INTEGER, 100);
    expect(sendSms.response.parse((await send([file.id], again)).body).message.id).toBe(second.id);
    expect(await rows()).toEqual([]);
    // A file that was sent is not sent once more, and each message keeps its own file.
    expect(codeOf(await send([second.files[0]?.id ?? ""], inIt))).toBe("chats.file.gone");
    expect((await history()).map(({ files }) => files.length)).toEqual([1, 1]);
    for (const id of [file.id, second.files[0]?.id ?? ""])
      expect((await fetched("alice", id, "shown")).statusCode).toBe(200);
  });

  it("SMS-51 a file that was not sent is removed after a day, or by the user who uploaded it", async () => {
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

  const arrives = async (fields: Record<string, string>) => {
    const form = new URLSearchParams({
      AccountSid: "AC1",
      MessageSid: `MM${(clientIds += 1)}`,
      From: CUSTOMER,
      To: "+14165550101",
      Body: "See",
      ...fields,
    });
    const answer = await server.app.inject({
      method: "POST",
      url: "/webhooks/sms",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": twilioSignature("token", `${PUBLIC}/webhooks/sms`, form),
        host: "phone.example.com",
      },
      payload: form.toString(),
    });
    expect(answer.statusCode).toBe(200);
    await expect.poll(() => server.stores.jobs.count("sms.media")).toBe(0);
    const { body } = await server.get(`${BASE}/sms_messages/1/messages`, "alice");
    return listSmsHistory.response.parse(body).data.at(-1)?.files ?? [];
  };

  it("SMS-53 incoming files are fetched with credentials, stored, and shown to the people who share the number", async () => {
    const at = `${service.origin}/2010-04-01/Accounts/AC1/Messages/MM1/Media`;
    const [picture, page] = [await photo(), Buffer.from("<html><script>alert(1)</script>")];
    service.files.set(`${new URL(at).pathname}/ME1`, { status: 307, headers: { location: "/content/1" } });
    service.files.set("/content/1", { status: 200, bytes: picture });
    service.files.set(`${new URL(at).pathname}/ME2`, {
      status: 200,
      headers: { "content-type": "image/png" },
      bytes: page,
    });
    const files = await arrives({ NumMedia: "2", MediaUrl0: `${at}/ME1`, MediaUrl1: `${at}/ME2` });
    expect(files).toMatchObject([
      { name: "picture-1.jpg", kind: "picture", width: 1_600 },
      { name: "file-2", kind: "other" },
    ]);
    expect(service.received.map(({ headers }) => headers["authorization"] !== undefined)).toEqual([true, false, true]);
    const [shown, saved] = [
      await fetched("alice", files[0]?.id ?? "", "shown"),
      await fetched("alice", files[1]?.id ?? ""),
    ];
    expect(shown.headers["content-type"]).toBe("image/jpeg");
    expect(shown.rawPayload.toString("latin1")).not.toContain("secret place");
    expect(saved.headers["content-type"]).toBe("application/octet-stream");
    expect(saved.headers["content-disposition"]).toMatch(/^attachment;/);
    expect((await fetched("bob", files[0]?.id ?? "")).statusCode).toBe(404);
  });

  it("SMS-53 nothing is fetched from elsewhere, and nothing that is too large", async () => {
    const port = new URL(service.origin).port;
    const redirects = [
      `http://localhost:${port}/inside`,
      "http://169.254.169.254/latest",
      "https://twiliocdn.com.evil.example/x",
    ];
    for (const [n, location] of redirects.entries())
      service.files.set(`/redirect/${n}`, { status: 302, headers: { location } });
    service.files.set("/large", { status: 200, bytes: new Uint8Array(SMS_LIMITS.fileBytes + 1) });
    service.files.set("/loop", { status: 302, headers: { location: "/loop" } });
    service.files.set("/gone", { status: 404 });
    const urls = [
      ...redirects.map((_, n) => `${service.origin}/redirect/${n}`),
      ...["/large", "/loop", "/gone"].map((path) => `${service.origin}${path}`),
      `http://localhost:${port}/inside`,
      "file:///etc/passwd",
      "not an address",
    ];
    const fields = Object.fromEntries(urls.map((url, n) => [`MediaUrl${n}`, url]));
    expect(await arrives({ NumMedia: String(urls.length), ...fields })).toEqual([]);
    expect(service.received.filter(({ path }) => path === "/inside")).toEqual([]);
    expect(service.received.filter(({ path }) => path === "/loop")).toHaveLength(4);
  });
});
