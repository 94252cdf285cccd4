import { listSmsConversations, listSmsHistory } from "@callpanel/contract";
import { createTransport } from "nodemailer";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { twilioSignature } from "../../../adapters/sms/index.ts";
import { commandLine } from "../../../../test/command-line.ts";
import { openPostOffice, type PostOffice } from "../../../../test/post-office.ts";
import { startSmsService, type SmsService } from "../../../../test/sms-service.ts";
import { createTestServer, type TestServer, type TestServerOptions } from "../../../../test/test-server.ts";
import { renderMail } from "../../mail/index.ts";
import { emailWords } from "./email-words.ts";
import { EMAIL_REPLIES_MOST } from "./email-replies.ts";
import { FORWARD_JOB, FORWARDS_PER_HOUR } from "./forwarder.ts";
import { replyText } from "./reply-text.ts";

const PUBLIC = "https://phone.example.com";
const DID = "+14165550101";
const CUSTOMER = "+14165550199";
const READER = "ann.reader@example.com";
const BASE = "/api/v1/chats/sms_messages";

const MAIL = { to: { name: "", address: READER }, locale: "en-US", parts: [] } as const;

describe("text messages by e-mail", () => {
  let service: SmsService;
  let office: PostOffice;
  let server: TestServer;
  const start = (more: TestServerOptions = {}) =>
    createTestServer({
      smsUrl: service.twilioUrl,
      smsFrom: "+14165550100",
      publicUrl: PUBLIC,
      mail: { smtpUrl: office.url, from: "Phone <phone@example.com>" },
      smsReplies: { domain: "sms.example.com", host: "127.0.0.1", port: 0 },
      ...more,
    });
  beforeEach(async () => {
    [service, office] = [await startSmsService(), await openPostOffice()];
    server = await start();
    await forwardTo([READER]);
  });
  afterEach(async () => {
    await server.remove();
    await Promise.all([service.stop(), office.close()]);
  });

  const didId = async () => (await server.stores.sms.numbers(1)).find(({ number }) => number === DID)?.id ?? 0;
  const forwardTo = async (emails: readonly string[], enabled = true) => {
    const row = { did_id: await didId(), enabled, emails };
    const answer = await server.send("POST", "/api/v1/sms/set_sms_to_email", "alice", { sms_to_emails: [row] });
    expect(answer.status).toBe(200);
  };
  let sids = 0;
  const arrives = async (Body: string, more: Record<string, string> = {}) => {
    const fields = { AccountSid: "AC1", MessageSid: `SMe${(sids += 1)}`, From: CUSTOMER, To: DID, Body, ...more };
    const form = new URLSearchParams(fields);
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
  };
  /** A message in the store alone. */
  const received = async (n: number): Promise<number> => {
    const at = server.clock.now();
    const message = { realmId: 1, did: DID, customer: CUSTOMER, text: "x", segments: 1, at, isStopped: undefined };
    const conversation = await server.stores.sms.receive({ ...message, reference: `stored-${n}`, jobs: [] });
    const before = { conversationId: conversation?.id ?? 0, before: undefined, limit: 1 };
    return (await server.stores.sms.history(before))[0]?.id ?? 0;
  };
  const settled = async () => {
    for (const kind of ["sms.forward", "mail.send", "sms.send", "sms.answer"])
      await expect.poll(() => server.stores.jobs.count(kind)).toBe(0);
  };
  const mails = () => Promise.all(office.mails.map(({ text }) => PostalMime.parse(text)));
  const firstMail = async (body = "Hello?"): Promise<Email> => {
    await arrives(body);
    await expect.poll(() => office.mails.length).toBe(1);
    const [mail] = await mails();
    if (mail === undefined) throw new Error("no mail");
    return mail;
  };
  const replyAddressOf = ({ replyTo }: Email): string => replyTo?.[0]?.address ?? "";
  const port = () => Number(/"port":(\d+),"msg":"answers to e-mails are taken"/.exec(server.logText())?.[1]);

  interface Written {
    readonly to: string;
    readonly text: string;
    readonly from?: string;
    readonly headers?: Record<string, string>;
    readonly envelopeFrom?: string;
    readonly messageId?: string;
  }
  const client = () => createTransport({ host: "127.0.0.1", port: port(), ignoreTLS: true });
  /** The code with which our server answers a mail. */
  const mailIn = ({
    to,
    text,
    from = `Ann Reader <${READER}>`,
    headers = {},
    envelopeFrom = READER,
    ...more
  }: Written) =>
    client()
      .sendMail({ from, to, text, headers, subject: "Re: x", envelope: { from: envelopeFrom, to }, ...more })
      .then(
        () => 250,
        (error: { readonly responseCode?: number }) => error.responseCode ?? 0,
      );
  const history = async () => {
    const [conversation] = listSmsConversations.response.parse((await server.get(BASE, "alice")).body).data;
    const { body } = await server.get(`${BASE}/${conversation?.id}/messages`, "alice");
    return listSmsHistory.response.parse(body).data;
  };
  const sentTexts = () => service.received.map(({ body }) => new URLSearchParams(body).get("Body"));
  const quoted = (answer: string, mail: Email) =>
    `${answer}\r\n\r\nOn Tue, 3 Jun 2026 at 10:00, Phone <phone@example.com> wrote:\r\n${(mail.text ?? "").replace(/^/gm, "> ")}`;

  it("SMS-40 SMS-43 a message goes as a plain e-mail to each address that is set, and to no other", async () => {
    await forwardTo([READER, "second@example.com"]);
    await arrives("Is my car <b>ready</b>?\nBcc: x@example.com");
    await expect.poll(() => office.mails.length).toBe(2);
    expect(office.mails.map(({ to }) => to)).toEqual([[READER], ["second@example.com"]]);
    const [mail] = await mails();
    expect(mail?.subject).toBe(`Text message from ${CUSTOMER} to ${DID}`);
    expect(mail?.text).toContain("Is my car <b>ready</b>?\nBcc: x@example.com");
    expect(mail?.html).toBeUndefined();
    expect(mail?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
    expect(mail?.bcc).toBeUndefined();
    await forwardTo([READER], false);
    await arrives("again");
    await settled();
    expect(office.mails).toHaveLength(2);
    expect(server.logText()).not.toContain(READER);
  });

  it("SMS-40 the subject has the name of a contact that the owner may read; no text adds a header", async () => {
    await arrives("Hi", { From: "+14165550115" });
    await expect.poll(() => office.mails.length).toBe(1);
    const [mail] = await mails();
    expect(mail?.subject).toBe(`Text message from Chidi Eze to ${DID}`);
    expect(mail?.text).toContain("From Chidi Eze (+14165550115)");
    const named = { from: "Zoë\r\nBcc: x@example.com", did: `${DID}\u2028Cc: y@example.com` };
    const subject = emailWords("en-US").subject(named.from, named.did);
    const rendered = renderMail({ ...MAIL, subject }, "Phone");
    expect(rendered.subject).toBe(`Text message from Zoë Bcc: x@example.com to ${DID} Cc: y@example.com`);
  });

  it("SMS-41 each message goes once, also when its job runs again and across a restart", async () => {
    office.answers.push(451);
    await arrives("Hello?");
    await expect.poll(() => server.stores.jobs.nextAt("mail.send")).toBe(server.clock.now() + 10_000);
    const [message] = await history();
    const job = { kind: FORWARD_JOB.name, payload: JSON.stringify({ messageId: Number(message?.id) }), runAt: 0 };
    await server.stores.jobs.add(job);
    const { dataDir, clock } = server;
    await server.stop();
    server = await start({ dataDir, clock });
    await expect.poll(() => server.stores.jobs.count("sms.forward")).toBe(0);
    await clock.advance(10_000);
    await settled();
    expect(office.mails).toHaveLength(1);
  });

  it("SMS-42 sixty messages an hour are sent by e-mail; the last of them says so", async () => {
    const at = server.clock.now();
    const earlier = { realmId: 1, did: DID, address: READER, at, most: FORWARDS_PER_HOUR, since: 0 };
    await arrives("first");
    await settled();
    for (let n = 1; n < FORWARDS_PER_HOUR - 2; n += 1) {
      const messageId = await received(n);
      const job = { kind: "test.none", payload: "{}", runAt: at };
      expect(await server.stores.sms.forward({ ...earlier, messageId, job })).toBe("stored");
    }
    for (const text of ["next to last", "last", "too many"]) {
      await arrives(text);
      await settled();
    }
    const texts = (await mails()).map(({ text }) => text ?? "");
    expect(texts.map((text) => text.includes("More text messages are coming in"))).toEqual([false, false, true]);
    server.clock.leap(3_600_001);
    await arrives("later");
    await expect.poll(() => office.mails.length).toBe(4);
  });

  it("SMS-43 STOP, START and HELP are sent by e-mail too, with their effect; our answers are not", async () => {
    for (const word of ["STOP", "START", "HELP"]) await arrives(word);
    await settled();
    const texts = (await mails()).map(({ text }) => text ?? "");
    expect(texts).toHaveLength(3);
    expect(texts.find((text) => text.includes("STOP"))).toContain("None can be sent until START");
  });

  it("SMS-44 SMS-46 an answer becomes a text message of its conversation, with the address of its author", async () => {
    const mail = await firstMail();
    const to = replyAddressOf(mail);
    expect(to).toMatch(/^sms-[0-9a-z]+-[0-9a-z]+-[0-9a-f]{40}@sms\.example\.com$/);
    const again = { to, text: quoted("Yes, at 3 pm.\nSee you!", mail), messageId: "<answer-1@example.com>" };
    expect(await mailIn(again)).toBe(250);
    expect(await mailIn(again)).toBe(250);
    await settled();
    expect(sentTexts()).toEqual(["Yes, at 3 pm.\nSee you!"]);
    expect(await history()).toMatchObject([
      { direction: "in" },
      { direction: "out", by: null, by_email: READER, automatic: false, state: "sent" },
    ]);
    expect(await mailIn({ to: to.toUpperCase(), text: "once more", from: READER.toUpperCase() })).toBe(250);
    await settled();
    expect(sentTexts()).toHaveLength(2);
    expect(office.mails).toHaveLength(1);
  });

  it("SMS-45 nobody else can answer: no other sender, no other address, and nothing is relayed", async () => {
    await forwardTo([READER, "second@example.com"]);
    await arrives("Hello?");
    await expect.poll(() => office.mails.length).toBe(2);
    const [mine] = await mails();
    const to = mine === undefined ? "" : replyAddressOf(mine);
    const wrong: ReadonlyArray<Partial<Written>> = [
      { from: "second@example.com" },
      { from: "stranger@example.com" },
      { from: `${READER}, stranger@example.com` },
      { to: to.replace(/-[0-9a-f]/, (one) => (one === "-0" ? "-1" : "-0")) },
      { to: to.replace(/^sms-1-/, "sms-2-") },
      { to: "someone@elsewhere.example.com" },
      { to: "sms@sms.example.com" },
    ];
    for (const one of wrong) expect(await mailIn({ to, text: "x", ...one }), JSON.stringify(one)).toBe(550);
    await settled();
    expect(sentTexts()).toEqual([]);
    expect(office.mails).toHaveLength(2);
    // No longer listed: gets the reason, and nothing is sent.
    await forwardTo(["second@example.com"]);
    expect(await mailIn({ to, text: "x" })).toBe(250);
    await expect.poll(() => office.mails.length).toBe(3);
    expect((await mails())[2]?.text).toContain("no longer sent to your address");
    expect(sentTexts()).toEqual([]);
  });

  it("SMS-44 after thirty days the address is too old", async () => {
    const to = replyAddressOf(await firstMail());
    server.clock.leap(31 * 86_400_000);
    expect(await mailIn({ to, text: "x" })).toBe(250);
    await expect.poll(() => office.mails.length).toBe(2);
    expect((await mails())[1]?.text).toContain("too old");
    expect(sentTexts()).toEqual([]);
  });

  it("SMS-46 an answer that cannot be sent is answered with the reason, as an automatic answer", async () => {
    const mail = await firstMail();
    const to = replyAddressOf(mail);
    expect(await mailIn({ to, text: "a".repeat(1_531), messageId: "<long@example.com>" })).toBe(250);
    await expect.poll(() => office.mails.length).toBe(2);
    const refusal = (await mails())[1];
    expect(refusal?.text).toContain("10 parts at most");
    expect(refusal?.inReplyTo).toBe("<long@example.com>");
    expect(refusal?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-replied");
    expect(refusal?.replyTo).toBeUndefined();
    expect(await mailIn({ to, text: quoted("", mail) })).toBe(250);
    await expect.poll(() => office.mails.length).toBe(3);
    await arrives("STOP");
    await settled();
    expect(await mailIn({ to, text: "please" })).toBe(250);
    await settled();
    expect((await mails()).at(-1)?.text).toContain("asked for no more messages");
    expect(sentTexts().filter((text) => text === "please")).toEqual([]);
    // SMS-47: three answers in ten minutes, then silence.
    const before = office.mails.length;
    expect(await mailIn({ to, text: "please" })).toBe(250);
    await settled();
    expect(office.mails).toHaveLength(before);
  });

  it("SMS-47 an automatic mail is neither sent nor answered", async () => {
    const to = replyAddressOf(await firstMail());
    const marks: ReadonlyArray<Record<string, string>> = [
      { "Auto-Submitted": "auto-replied" },
      { Precedence: "bulk" },
      { Precedence: "auto_reply" },
      { "X-Autoreply": "yes" },
      { "List-Id": "<list.example.com>" },
    ];
    for (const headers of marks) expect(await mailIn({ to, text: "I am away", headers })).toBe(250);
    expect(await mailIn({ to, text: "a".repeat(9_000), envelopeFrom: "" })).toBe(250);
    await settled();
    expect(sentTexts()).toEqual([]);
    expect(office.mails).toHaveLength(1);
    expect(await mailIn({ to, text: "A person", headers: { "Auto-Submitted": "no" } })).toBe(250);
    await expect.poll(sentTexts).toEqual(["A person"]);
  });

  it("SMS-47 a robot that answers each e-mail, and one that answers each text message, end", async () => {
    const to = replyAddressOf(await firstMail());
    for (let n = 0; n < EMAIL_REPLIES_MOST + 5; n += 1) {
      expect(await mailIn({ to, text: `Answer ${n}`, messageId: `<loop-${n}@example.com>` })).toBe(250);
      await arrives(`And you? ${n}`);
    }
    await settled();
    expect(sentTexts()).toHaveLength(EMAIL_REPLIES_MOST);
  });

  it("SMS-45 mails that are too large or broken leave nothing", async () => {
    const to = replyAddressOf(await firstMail());
    expect(await mailIn({ to, text: "x".repeat(11 * 1024 * 1024) })).toBe(552);
    const raw = `From: ${READER}\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n`.repeat(200);
    const code = await client()
      .sendMail({ raw, envelope: { from: READER, to } })
      .then(
        () => 250,
        (error: { readonly responseCode?: number }) => error.responseCode ?? 0,
      );
    expect([250, 550, 554]).toContain(code);
    const withFile = {
      from: READER,
      to,
      text: "With a file",
      attachments: [{ filename: "a.txt", content: "secret file" }],
      envelope: { from: READER, to },
    };
    await client().sendMail(withFile);
    await expect.poll(sentTexts).toEqual(["With a file"]);
  });

  it("SMS-40 SMS-45 with its owner's rights or number the forwarding ends", async () => {
    const to = replyAddressOf(await firstMail());
    const run = commandLine(server.stores, "demo");
    expect((await run("permissions revoke @staff chats:write")).code).toBe(0);
    expect(await mailIn({ to, text: "x" })).toBe(250);
    await expect.poll(() => office.mails.length).toBe(2);
    expect((await mails())[1]?.text).toContain("may not send text messages");
    expect((await run("permissions revoke @staff dids:read")).code).toBe(0);
    await arrives("Still there?");
    expect(await mailIn({ to, text: "x", messageId: "<second@example.com>" })).toBe(250);
    await settled();
    expect((await mails()).slice(2).map(({ text }) => text)).toEqual([expect.stringContaining("no longer sent")]);
    expect(sentTexts()).toEqual([]);
  });

  it("SMS-44 without the setting there is no receiver, and no address to answer to", async () => {
    const { dataDir } = server;
    await server.stop();
    server = await start({ dataDir, smsReplies: undefined });
    const mail = await firstMail();
    expect(mail.replyTo).toBeUndefined();
    expect(mail.text).not.toContain("Reply above this line");
    expect(port()).toBeNaN();
  });
});

describe("the text of an answer", () => {
  it.each([
    ["Oui, à 15 h.\n\nLe mar. 3 juin 2026 à 10:00, Phone <p@example.com> a écrit :\n> x", "Oui, à 15 h."],
    ["Yes\n\nOn Tue, Jun 3, 2026 at 10:00 AM Phone <p@example.com>\nwrote:\n> x", "Yes"],
    ["Yes\n\n-----Original Message-----\nFrom: Phone\nSent: Tuesday\n\nx", "Yes"],
    ["Yes\r\n\r\n-- \r\nAnn\r\nCEO", "Yes"],
    ["Yes\n\n--- Reply above this line to answer by text message ---\n\nFrom x", "Yes"],
    ["> --- Reply above this line to answer by text message ---\n> hi", ""],
    ["Two\n\nparagraphs", "Two\n\nparagraphs"],
    ["a\u0000b\u001b", "ab"],
  ])("SMS-46 of %j is %j", (body, text) => {
    expect(replyText(body)).toBe(text);
  });

  it.each(["On ", "> ", "-", "_ ", "\n", " \n", "On \n", "Le  a", "From:\n"])(
    "SMS-46 a mail of %j alone does not keep the server busy",
    (piece) => {
      const at = process.cpuUsage();
      replyText(`x${piece.repeat(100_000)}`);
      expect(process.cpuUsage(at).user).toBeLessThan(1_000_000);
    },
  );
});
