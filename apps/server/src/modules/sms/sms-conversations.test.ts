import {
  errorBodySchema,
  getSmsConversation,
  listSmsConversations,
  listSmsDrafts,
  listSmsHistory,
  listSmsTemplates,
  sendSms,
  SMS_LIMITS,
  type SmsConversation,
  type SmsMessage,
} from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyCompany, parseCompanyFile } from "../administration/index.ts";
import { ownEvent } from "../realtime/index.ts";
import { twilioSignature } from "../../adapters/sms/index.ts";
import { startSmsService, type SmsService } from "../../../test/sms-service.ts";
import { saveContact } from "../../../test/files/contact-forms.ts";
import { sendForm } from "../../../test/chat-client.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";

const PUBLIC = "https://phone.example.com";
/** Alice's, of the demo company. */
const DID = "+14165550101";
const CUSTOMER = "+14165550199";
const BASE = "/api/v1/chats/sms_messages";

let server: TestServer;
let service: SmsService;
beforeEach(async () => {
  service = await startSmsService();
  server = await createTestServer({ smsUrl: service.twilioUrl, smsFrom: "+14165550100", publicUrl: PUBLIC });
});
afterEach(async () => {
  await server.remove();
  await service.stop();
});

let clientIds = 0;
const order = (more: object = {}) => ({
  from_did: DID,
  sms_destination: CUSTOMER,
  message: "Hello",
  client_id: `client-${(clientIds += 1)}`,
  ...more,
});
const post = (who: string, body: object, action = "send") => server.send("POST", `${BASE}/${action}`, who, body);
const send = async (body: object = order(), who = "alice") => {
  const answer = await post(who, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return sendSms.response.parse(answer.body);
};
const refusal = async (body: object, { who = "alice", action = "send" } = {}) =>
  errorBodySchema.parse((await post(who, body, action)).body).code;
const list = async (who = "alice", query = "") =>
  listSmsConversations.response.parse((await server.get(`${BASE}${query}`, who)).body);
const one = async (id: string, who = "alice"): Promise<SmsConversation> =>
  getSmsConversation.response.parse((await server.get(`${BASE}/${id}`, who)).body);
const history = async (id: string, query = ""): Promise<readonly SmsMessage[]> =>
  listSmsHistory.response.parse((await server.get(`${BASE}/${id}/messages${query}`, "alice")).body).data;

let sids = 0;
/** A report of the service; signed unless set otherwise. */
async function report(fields: Record<string, string>, { path = "/webhooks/sms", signature = "" } = {}) {
  const form = new URLSearchParams({ AccountSid: "AC1", MessageSid: `SMin${(sids += 1)}`, ...fields });
  const { statusCode } = await server.app.inject({
    method: "POST",
    url: path,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": signature === "" ? twilioSignature("token", `${PUBLIC}${path}`, form) : signature,
      host: "phone.example.com",
    },
    payload: form.toString(),
  });
  return statusCode;
}
const arrives = (Body: string, more: Record<string, string> = {}) => report({ From: CUSTOMER, To: DID, Body, ...more });
const sentTexts = () => service.received.map(({ body }) => new URLSearchParams(body).get("Body"));
const stateOf = async (id: string) => (await history(id)).map(({ state, cause }) => [state, cause]);

/** Waits until the message that failed is due again, and lets that time pass: more would end the lease of a running try. */
async function retryAfter(ms: number): Promise<void> {
  await expect.poll(() => server.stores.jobs.nextAt("sms.send")).toBe(server.clock.now() + ms);
  await server.clock.advance(ms);
}

describe("conversations by text message", () => {
  it("SMS-10 SMS-13 SMS-14 a message is stored, sent once, and its state follows the reports", async () => {
    const body = order({ message: "Ça va?" });
    const first = await send(body);
    const again = await send({ ...body, message: "another text" });
    expect(again.message.id).toBe(first.message.id);
    expect(first.conversation).toMatchObject({
      did: DID,
      did_name: "Alice direct",
      number: CUSTOMER,
      is_sms: true,
      n: 1,
      unread: 0,
    });
    const { id } = first.conversation;
    await expect.poll(() => stateOf(id)).toEqual([["sent", ""]]);
    expect(sentTexts()).toEqual(["Ça va?"]);
    expect(new URLSearchParams(service.received[0]?.body).get("From")).toBe(DID);
    expect(await history(id)).toMatchObject([
      { n: 1, direction: "out", text: "Ça va?", by: { name: "Alice Archer" }, client_id: body.client_id, segments: 1 },
    ]);
    expect(await report({ MessageSid: "SM1", MessageStatus: "delivered" })).toBe(200);
    expect(await stateOf(id)).toEqual([["delivered", ""]]);
    // SMS-16: late or old reports change nothing.
    expect(await report({ MessageSid: "SM1", MessageStatus: "sent" })).toBe(200);
    expect(await report({ MessageSid: "SM1", MessageStatus: "failed", ErrorCode: "30003" })).toBe(200);
    expect(await stateOf(id)).toEqual([["delivered", ""]]);
  });

  it("SMS-16 a report that is faster than the service's answer counts", async () => {
    const reported: Array<Promise<number>> = [];
    service.answerWith(({ body }) => {
      const callback = new URL(new URLSearchParams(body).get("StatusCallback") ?? "");
      reported.push(
        report(
          { MessageSid: "SM77", MessageStatus: "undelivered", ErrorCode: "30005" },
          { path: `${callback.pathname}${callback.search}` },
        ),
      );
      return { status: 201, body: { sid: "SM77" } };
    });
    const { conversation } = await send();
    await expect.poll(() => stateOf(conversation.id)).toEqual([["failed", "30005"]]);
    expect(await Promise.all(reported)).toEqual([200]);
  });

  it("SMS-14 a message that the service cannot take is tried again with growing pauses, and given up after five tries", async () => {
    service.answerWith(() => ({ status: 503, body: {} }));
    const { conversation } = await send();
    for (const [tries, waitMs] of [10_000, 40_000, 160_000, 640_000].entries()) {
      await expect.poll(() => service.received.length).toBe(tries + 1);
      expect(await stateOf(conversation.id)).toEqual([["queued", ""]]);
      await retryAfter(waitMs);
      await expect.poll(() => service.received.length).toBe(tries + 2);
    }
    await expect.poll(() => stateOf(conversation.id)).toEqual([["failed", "unreachable"]]);
    const keys = new Set(service.received.map(({ headers }) => headers["i-twilio-idempotency-token"]));
    expect([...keys]).toEqual(["sms-1"]);
  });

  it("SMS-14 a message outlives a restart; a refusal is final and has its cause", async () => {
    service.answerWith(() => ({ status: 503, body: {} }));
    const { conversation } = await send();
    await expect.poll(() => service.received.length).toBe(1);
    await expect.poll(() => server.stores.jobs.nextAt("sms.send")).toBe(server.clock.now() + 10_000);
    const { dataDir, clock } = server;
    await server.stop();
    service.answerWith(() => ({ status: 400, body: { code: 21211 } }));
    server = await createTestServer({
      dataDir,
      clock,
      smsUrl: service.twilioUrl,
      smsFrom: "+14165550100",
      publicUrl: PUBLIC,
    });
    await retryAfter(10_000);
    await expect.poll(() => stateOf(conversation.id)).toEqual([["failed", "21211"]]);
  });

  it("SMS-12 lists of fifty with unread of each person, by time or number, and pages of the history", async () => {
    for (const n of ["1", "2", "3"]) {
      await server.clock.advance(1_000);
      expect(await arrives(`text ${n}`, { From: `+1416555020${n}` })).toBe(200);
    }
    await server.clock.advance(1_000);
    await arrives("once more", { From: "+14165550201" });
    const { total, data } = await list();
    expect(total).toBe(3);
    expect(data.map(({ number, unread }) => [number, unread])).toEqual([
      ["+14165550201", 2],
      ["+14165550203", 1],
      ["+14165550202", 1],
    ]);
    expect((await list("alice", "?search=0203")).unread).toBe(4);
    expect(data[0]?.lastMessage).toMatchObject({ direction: "in", text: "once more", state: "received", by: null });
    const byName = await list("alice", "?sort_property=name&sort_direction=1&limit=2&offset=1");
    expect(byName.data.map(({ number }) => number)).toEqual(["+14165550202", "+14165550203"]);
    expect((await list("alice", "?search=0203")).total).toBe(1);
    const own = (last_name: string, phone_number: string) => ({
      last_name,
      is_personal: true,
      phone_numbers: [{ phone_number, extension: "", label: "work" }],
    });
    await saveContact(server, "alice", own("Zimmer", "+14165550202"));
    const zimmer = await list("alice", "?search=zimm");
    expect(zimmer.data.map(({ number, contact_name }) => [number, contact_name])).toEqual([
      ["+14165550202", "Zoë Zimmer"],
    ]);
    // Another person's own contact names nobody here.
    await saveContact(server, "bob", own("Yonge", "+14165550203"));
    expect((await list("alice", "?search=yonge")).total).toBe(0);
    const id = data[0]?.id ?? "";
    expect((await post("alice", { conversation_id: id, n: 1 }, "read")).status).toBe(200);
    expect((await one(id)).unread).toBe(1);
    expect((await list()).unread).toBe(3);
    await post("alice", { conversation_id: id, n: 999 }, "read");
    await post("alice", { conversation_id: id, n: 1 }, "read");
    expect((await one(id)).unread).toBe(0);
    expect((await history(id, "?limit=1")).map(({ n }) => n)).toEqual([2]);
    expect((await history(id, "?limit=1&before=2")).map(({ n }) => n)).toEqual([1]);
  });

  it("SMS-11 for others the conversation and the number do not exist", async () => {
    const { conversation } = await send();
    const { id } = conversation;
    expect(await list("bob")).toEqual({ total: 0, unread: 0, data: [] });
    for (const path of [id, `${id}/messages`, "999999"]) {
      const { status, body } = await server.get(`${BASE}/${path}`, "bob");
      expect([status, errorBodySchema.parse(body).code]).toEqual([404, "chats.sms.gone"]);
    }
    const known = { conversation_id: id, message: "x", client_id: "client-bob" };
    expect(await refusal(known, { who: "bob" })).toBe("chats.sms.gone");
    expect(await refusal({ conversation_id: id, n: 1 }, { who: "bob", action: "read" })).toBe("chats.sms.gone");
    expect(await refusal({ conversation_id: id, taken: true }, { who: "bob", action: "take" })).toBe("chats.sms.gone");
    expect(await refusal(order(), { who: "bob" })).toBe("chats.sms.did");
    // Without texting, of nobody, and somebody's extension.
    for (const from_did of ["+14165550160", "+14165559999", "101", ""])
      expect(await refusal(order({ from_did })), from_did).toBe("chats.sms.did");
    expect(await refusal(order({ conversation_id: id }))).toBe("request.invalid");
  });

  it("SMS-70 a new conversation with is_sms writes from one of the user's numbers, and answers with the conversation", async () => {
    const fields = {
      is_sms: "1",
      from_did: DID,
      sms_destination: "(416) 555-0199",
      message: "Hi",
      client_id: "client-n",
    };
    const begin = (who: string, more: Record<string, string> = {}, file?: Parameters<typeof sendForm>[4]) =>
      sendForm(server, who, "/api/v1/chats/new_conversation", { ...fields, ...more }, file);
    const { status, body } = await begin("alice");
    expect([status, body]).toMatchObject([200, { room: { is_sms: true, did: DID, number: CUSTOMER, n: 1 } }]);
    expect((await begin("alice")).body).toMatchObject({ room: { n: 1 } });
    const codeOf = async (answer: ReturnType<typeof begin>) => errorBodySchema.parse((await answer).body).code;
    expect(await codeOf(begin("bob"))).toBe("chats.sms.did");
    expect(await codeOf(begin("alice", { from_did: "" }))).toBe("chats.sms.did");
    expect(await codeOf(begin("alice", { sms_destination: "12" }))).toBe("chats.sms.number");
    expect(await codeOf(begin("alice", { message: "" }))).toBe("chats.message.empty");
    const file = { field: "files", name: "a.txt", bytes: new Uint8Array([1]) };
    expect(await codeOf(begin("alice", {}, file))).toBe("chats.sms.file");
    expect((await list()).total).toBe(1);
  });

  it("SMS-71 the numbers from which the user writes, and the service that carries the messages", async () => {
    const numbers = async (who: string) => (await server.get("/api/v1/chats/sms_numbers", who)).body;
    expect(await numbers("dave")).toEqual({
      carrier: "gateway",
      total: 1,
      data: [{ number: "+14165550170", name: "Office texts" }],
    });
    expect(await numbers("alice")).toMatchObject({ total: 2 });
    expect(await numbers("hiro")).toMatchObject({ total: 0, data: [] });
  });

  it("SMS-72 templates belong to the company; those with the right change them", async () => {
    const templates = "/api/v1/chats/sms_templates";
    const save = (who: string, body: object) => server.send("POST", `${templates}/save`, who, body);
    const first = await save("carol", { name: " Hours ", text: "Hi {contact}, we open at 9. {me}" });
    expect(first.body).toMatchObject({ total: 1, data: [{ name: "Hours", text: "Hi {contact}, we open at 9. {me}" }] });
    const [kept] = listSmsTemplates.response.parse((await server.get(templates, "bob")).body).data;
    expect((await save("bob", { name: "x", text: "y" })).status).toBe(403);
    expect((await server.send("POST", `${templates}/remove`, "bob", { id: kept?.id })).status).toBe(403);
    expect((await save("carol", { name: "x", text: " " })).status).toBe(400);
    expect((await save("carol", { id: "999999", name: "x", text: "y" })).status).toBe(404);
    expect(await save("carol", { name: "HOURS", text: "y" })).toMatchObject({
      status: 409,
      body: { code: "chats.sms.templateName" },
    });
    await save("carol", { id: kept?.id, name: "Hours", text: "Nine to five" });
    expect((await server.get(templates, "bob")).body).toMatchObject({ data: [{ text: "Nine to five" }] });
    expect((await server.send("POST", `${templates}/remove`, "carol", { id: kept?.id })).body).toMatchObject({
      total: 0,
    });
    expect((await server.send("POST", `${templates}/remove`, "carol", { id: kept?.id })).status).toBe(404);
  });

  it("SMS-18 numbers that cost, emergency numbers, and the company's own are not written to", async () => {
    const refused = [
      "911",
      "112",
      "101",
      "",
      "+1900" + "5550123",
      "+14165551212",
      "+442071838750",
      "+8821612345678",
      DID,
      "Bank",
      "12345",
    ];
    for (const sms_destination of refused)
      expect(await refusal(order({ sms_destination })), sms_destination).toBe("chats.sms.number");
    expect(service.received).toEqual([]);
    // A short code can write, but not be answered.
    await arrives("Your code is 1", { From: "12345" });
    const [fromCode] = (await list()).data;
    expect(fromCode?.number).toBe("12345");
    expect(await refusal({ conversation_id: fromCode?.id, message: "x", client_id: "client-code" })).toBe(
      "chats.sms.number",
    );
  });

  it("SMS-17 texts are cleaned, and have ten parts at most", async () => {
    expect(await refusal(order({ message: " \u0000\n" }))).toBe("chats.message.empty");
    expect(await refusal(order({ message: "a".repeat(1_531) }))).toBe("chats.sms.tooLong");
    expect(await refusal(order({ message: "🙂".repeat(331) }))).toBe("chats.sms.tooLong");
    expect(await refusal(order({ message: "a".repeat(100_000) }))).toBe("request.tooLarge");
    const { message } = await send(order({ message: "<b>a</b>\r\n\u0000=1+1\u001b" }));
    expect(message.text).toBe("<b>a</b>\n=1+1");
    expect((await send(order({ message: "a".repeat(1_530) }))).message.segments).toBe(10);
  });

  it("SMS-21 thirty messages a minute from a number, to any recipients", async () => {
    for (let n = 0; n < SMS_LIMITS.perMinute; n += 1)
      await send(order({ sms_destination: `+141655503${String(n).padStart(2, "0")}` }));
    expect(await refusal(order())).toBe("chats.tooFast");
    server.clock.leap(60_001);
    await send();
  });

  it("SMS-20 every change is sent to the people who share the number", async () => {
    const told: unknown[] = [];
    server.bus.subscribe(ownEvent, (fact) => void told.push(fact));
    await arrives("Hello?");
    const userId = (await server.stores.users.byUsername("alice"))?.id;
    const id = (await list()).data[0]?.id ?? "";
    const fact = { userId, event: { action: "SMS", conversation: id } };
    const came = { userId, event: { ...fact.event, received: 1 } };
    expect(told).toEqual([came]);
    await send();
    await expect
      .poll(() => stateOf(id))
      .toEqual([
        ["received", ""],
        ["sent", ""],
      ]);
    await expect.poll(() => told).toEqual([came, fact, fact]);
    await post("alice", { conversation_id: id, taken: true }, "take");
    expect(told).toHaveLength(4);
  });

  it("SMS-19 one says that one takes care of it, and gives it back", async () => {
    await arrives("Hello?");
    const id = (await list()).data[0]?.id ?? "";
    expect((await post("alice", { conversation_id: id, taken: true }, "take")).body).toMatchObject({
      claimed_by: { name: "Alice Archer", at: server.clock.now() },
    });
    await post("alice", { conversation_id: id, taken: false }, "take");
    expect((await one(id)).claimed_by).toBeNull();
    // A person who does not (or no longer) share the number is not named, and holds nothing.
    const bob = await server.stores.users.byUsername("bob");
    await server.stores.sms.claim(Number(id), { holder: undefined, userId: bob?.id, at: 1 });
    expect((await one(id)).claimed_by).toBeNull();
    expect((await post("alice", { conversation_id: id, taken: true }, "take")).status).toBe(200);
  });

  it("SMS-19 what a suspended person has taken can be taken by others", async () => {
    const apply = (text: string) => applyCompany(server.stores.company, parseCompanyFile(`realm: demo\n${text}\n`));
    await apply(`numbers: [{ number: "${DID}", name: Office, target: "600", sms: true }]`);
    const { conversation } = await send(order(), "dave");
    const claim = { conversation_id: conversation.id, taken: true };
    expect((await post("dave", claim, "take")).status).toBe(200);
    expect(await refusal(claim, { who: "carol", action: "take" })).toBe("chats.sms.taken");
    await apply("users: [{ username: dave, suspended: true }]");
    expect((await one(conversation.id, "carol")).claimed_by).toBeNull();
    expect((await post("carol", claim, "take")).body).toMatchObject({ claimed_by: { name: "Carol Chen" } });
  });
});

describe("drafts", () => {
  const DRAFTS = "/api/v1/chats/sms_drafts";
  const drafts = async (who: string) => listSmsDrafts.response.parse((await server.get(DRAFTS, who)).body).data;
  const save = (who: string, conversation: string, text: string, version: number) =>
    server.send("PUT", DRAFTS, who, { conversation, text, version });

  it("SMS-73 a draft is sent only to its writer's own panels", async () => {
    const { conversation } = await send();
    const { id: alice = 0 } = (await server.stores.users.byUsername("alice")) ?? {};
    const told: number[] = [];
    const stop = server.bus.subscribe(ownEvent, ({ userId, event }) => {
      if (event.action === "SMS_DRAFT") told.push(userId);
    });
    expect((await save("alice", conversation.id, "half a sentence", 5)).body).toMatchObject({ version: 5 });
    expect(await drafts("alice")).toEqual([{ conversation: conversation.id, text: "half a sentence", version: 5 }]);
    await expect.poll(() => told).toEqual([alice]);
    stop();
  });

  it("SMS-73 SMS-11 of a number that one does not share there is no draft", async () => {
    const { conversation } = await send();
    expect(errorBodySchema.parse((await save("dave", conversation.id, "x", 1)).body).code).toBe("chats.sms.gone");
    expect(errorBodySchema.parse((await save("alice", "999999", "x", 1)).body).code).toBe("chats.sms.gone");
    expect(await drafts("dave")).toEqual([]);
  });
});

describe("reports at the public address", () => {
  it("SMS-15 a message is stored once, at the number to which it was sent", async () => {
    expect(await arrives("Bonjour\u0000 <script>", { MessageSid: "SMx" })).toBe(200);
    expect(await arrives("Bonjour again", { MessageSid: "SMx" })).toBe(200);
    const [conversation] = (await list()).data;
    expect(conversation).toMatchObject({ did: DID, number: CUSTOMER, n: 1, unread: 1 });
    expect(conversation?.lastMessage?.text).toBe("Bonjour <script>");
    for (const To of ["+14165550160", "+14165559999", "101", ""]) expect(await arrives("x", { To })).toBe(200);
    for (const From of ["<script>alert(1)</script>", "", "a\nb"]) expect(await arrives("x", { From })).toBe(200);
    expect((await list()).total).toBe(1);
    expect(server.logText()).not.toContain("Bonjour");
  });

  it("SMS-5 SMS-15 forged reports are refused and leave nothing", async () => {
    expect(await report({ From: CUSTOMER, To: DID, Body: "x" }, { signature: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=" })).toBe(
      403,
    );
    expect(await arrives("x", { AccountSid: "AC2" })).toBe(403);
    expect(await arrives("x".repeat(40_000))).toBe(413);
    expect((await list()).total).toBe(0);
    const { conversation } = await send();
    await expect.poll(() => stateOf(conversation.id)).toEqual([["sent", ""]]);
    expect(await report({ MessageSid: "SM1", MessageStatus: "failed" }, { signature: "no" })).toBe(403);
    expect(await stateOf(conversation.id)).toEqual([["sent", ""]]);
  });
});

describe("STOP, START and HELP", () => {
  const automatic = async (id: string) => (await history(id)).filter(({ automatic: is }) => is).map(({ text }) => text);

  it("SMS-30 nobody can write after STOP, until START", async () => {
    const { conversation } = await send();
    const { id } = conversation;
    await expect.poll(() => stateOf(id)).toEqual([["sent", ""]]);
    await arrives("Arrêt");
    expect((await one(id)).stopped).toBe(true);
    expect(await refusal(order())).toBe("chats.sms.stopped");
    await expect.poll(() => sentTexts().length).toBe(2);
    expect(sentTexts()[1]).toMatch(/^Vous ne recevrez plus/);
    await arrives("please tell me more");
    expect((await one(id)).stopped).toBe(true);
    await arrives("START");
    await expect.poll(() => sentTexts().length).toBe(3);
    expect(sentTexts()[2]).toMatch(/^You will get messages/);
    await send();
    expect(await automatic(id)).toHaveLength(2);
    // Only this pair of numbers.
    await arrives("stop", { From: "+14165550177" });
    await send();
  });

  it("SMS-30 a message that waits when STOP comes is not sent", async () => {
    service.answerWith(() => ({ status: 503, body: {} }));
    const { conversation } = await send();
    await expect.poll(() => service.received.length).toBe(1);
    service.answerWith(() => ({ status: 201, body: { sid: `SM${service.received.length}` } }));
    await arrives("STOP");
    await expect.poll(() => sentTexts().length).toBe(2);
    await retryAfter(10_000);
    await expect.poll(async () => (await stateOf(conversation.id))[0]).toEqual(["failed", "stopped"]);
    expect(sentTexts().filter((text) => text === "Hello")).toHaveLength(1);
  });

  it("SMS-31 two robots do not talk to each other for long", async () => {
    for (let n = 0; n < 20; n += 1) await arrives("HELP");
    const id = (await list()).data[0]?.id ?? "";
    await expect.poll(() => sentTexts().length).toBe(3);
    await arrives("HELP", { From: "12345" });
    await arrives("HELP", { From: DID });
    await arrives("done", { From: "+14165550155" });
    await expect.poll(() => server.stores.jobs.count("sms.answer")).toBe(0);
    expect(sentTexts()).toHaveLength(3);
    server.clock.leap(600_001);
    await arrives("HELP");
    await expect.poll(() => sentTexts().length).toBe(4);
    expect(await automatic(id)).toHaveLength(4);
  });
});
