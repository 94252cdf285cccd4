import { createFakeClock } from "@callpanel/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startSmsService, type SmsService } from "../../../test/sms-service.ts";
import { silentLog } from "../../../test/temporary-storage.ts";
import { SmsRefused } from "../../modules/sms/index.ts";
import { createSmsGateway } from "./index.ts";
import { twilioSignature } from "./twilio-gateway.ts";

let service: SmsService;
beforeEach(async () => void (service = await startSmsService()));
afterEach(() => service.stop());

const plain = () =>
  createSmsGateway(
    { smsUrl: service.plainUrl, smsFrom: undefined, publicUrl: undefined, smsCallbackSecret: undefined },
    KERNEL,
  );
const KERNEL = { clock: createFakeClock(), log: silentLog };
const PUBLIC = "https://phone.example.com";
const twilio = (smsFrom = "+14165550100") =>
  createSmsGateway({ smsUrl: service.twilioUrl, smsFrom, publicUrl: PUBLIC, smsCallbackSecret: undefined }, KERNEL);
const MESSAGE = { from: "+14165550101", to: "+14165550199", text: "Ça va & 1+1=2? 🙂", key: "sms-7" };

describe("the plain gateway", () => {
  it("SMS-3 gets JSON with its credentials and a key of the message", async () => {
    expect(await plain()?.send(MESSAGE)).toEqual({ reference: undefined });
    expect(await plain()?.send({ to: "+14165550199", text: "Code 123" })).toEqual({ reference: undefined });
    const [first, second] = service.received;
    expect(JSON.parse(first?.body ?? "")).toEqual({ from: MESSAGE.from, to: MESSAGE.to, text: MESSAGE.text });
    expect(first?.headers).toMatchObject({
      "idempotency-key": "sms-7",
      authorization: `Basic ${Buffer.from("us@er:secret").toString("base64")}`,
    });
    expect(JSON.parse(second?.body ?? "")).toEqual({ to: "+14165550199", text: "Code 123" });
  });

  it.each([400, 422])("SMS-3 %i refuses the message for good", async (status) => {
    service.answerWith(() => ({ status, body: {} }));
    await expect(plain()?.send(MESSAGE)).rejects.toMatchObject({ name: "SmsRefused", code: String(status) });
  });

  it.each([401, 429, 500, 302])("SMS-3 after %i the message is tried again", async (status) => {
    service.answerWith(() => ({ status, body: {} }));
    const error: unknown = await plain()
      ?.send(MESSAGE)
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(SmsRefused);
  });
});

describe("a Twilio-compatible service", () => {
  it("SMS-4 gets a form, and its id is the reference", async () => {
    expect(await twilio()?.send(MESSAGE)).toEqual({ reference: "SM1" });
    const [{ path, headers, body } = { path: "", headers: {}, body: "" }] = service.received;
    expect(path).toBe("/2010-04-01/Accounts/AC1/Messages.json");
    expect(headers["authorization"]).toBe(`Basic ${Buffer.from("AC1:token").toString("base64")}`);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: MESSAGE.to,
      From: MESSAGE.from,
      Body: MESSAGE.text,
      StatusCallback: `${PUBLIC}/webhooks/sms?key=sms-7`,
    });
  });

  it("SMS-4 a code comes from SMS_FROM, a number or a messaging service", async () => {
    await twilio()?.send({ to: "+14165550199", text: "Code 123" });
    const service9 = `MG${"9".repeat(32)}`;
    await twilio(service9)?.send({ to: "+14165550199", text: "Code 123" });
    const forms = service.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(forms).toMatchObject([{ From: "+14165550100" }, { MessagingServiceSid: service9 }]);
    expect(forms[1]).not.toHaveProperty("From");
  });

  it("SMS-4 a refusal has the service's code; troubles of the account are tried again", async () => {
    service.answerWith(() => ({ status: 400, body: { code: 21610, message: "unsubscribed" } }));
    await expect(twilio()?.send(MESSAGE)).rejects.toMatchObject({ name: "SmsRefused", code: "21610" });
    const troubles = [
      { status: 401, body: { code: 20003 } },
      { status: 429, body: { code: 20429 } },
      { status: 400, body: { code: 30001 } },
      { status: 500, body: {} },
      undefined,
    ];
    for (const trouble of troubles) {
      service.answerWith(() => trouble);
      const error: unknown = await twilio()
        ?.send(MESSAGE)
        .catch((one: unknown) => one);
      expect(error, JSON.stringify(trouble)).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(SmsRefused);
    }
  });
});

describe("reports of a Twilio-compatible service", () => {
  const FORM = { AccountSid: "AC1", MessageSid: "SM9", From: "+14165550199", To: "+14165550101", Body: "Hi & bye" };
  const read = (fields: Record<string, string>, changes: { path?: string; signature?: string | undefined } = {}) => {
    const form = new URLSearchParams(fields);
    const signature = twilioSignature("token", `${PUBLIC}/webhooks/sms`, form);
    return twilio()?.reports?.read({ path: "/webhooks/sms", form, signature, ...changes });
  };

  it("SMS-5 the signature of the public documentation's example", () => {
    const form = new URLSearchParams({
      CallSid: "CA1234567890ABCDE",
      Caller: "+14158675309",
      Digits: "1234",
      From: "+14158675309",
      To: "+18005551212",
    });
    expect(twilioSignature("12345", "https://mycompany.com/myapp.php?foo=1&bar=2", form)).toBe(
      "RSOYDt4T1cUTdK1PDd93/VVr8B8=",
    );
  });

  it("SMS-5 a signed report is read", () => {
    expect(read(FORM)).toEqual({ kind: "message", reference: "SM9", from: FORM.From, to: FORM.To, text: "Hi & bye" });
    const failed = { ...FORM, MessageStatus: "undelivered", ErrorCode: "30003" };
    expect(read(failed)).toEqual({ kind: "state", reference: "SM9", key: undefined, state: "failed", cause: "30003" });
    expect(read({ ...FORM, MessageStatus: "delivered" })).toMatchObject({
      kind: "state",
      state: "delivered",
      cause: "",
    });
    expect(read({ ...FORM, MessageStatus: "sending" })).toEqual({ kind: "other" });
    expect(read({ ...FORM, MessageSid: "../x" })).toEqual({ kind: "other" });
  });

  it("SMS-5 a forged report does not count", () => {
    const signature = twilioSignature("token", `${PUBLIC}/webhooks/sms`, new URLSearchParams(FORM));
    const wrongKey = twilioSignature("other", `${PUBLIC}/webhooks/sms`, new URLSearchParams(FORM));
    expect(read(FORM, { signature })).toBeDefined();
    for (const bad of [undefined, "", "x", wrongKey, signature.slice(0, -1), `${signature}=`, "é".repeat(14)])
      expect(read(FORM, { signature: bad }), bad).toBeUndefined();
    expect(read({ ...FORM, Body: "other" }, { signature })).toBeUndefined();
    expect(read({ ...FORM, Extra: "1" }, { signature })).toBeUndefined();
    expect(read(FORM, { signature, path: "/webhooks/sms?x=1" })).toBeUndefined();
    expect(read({ ...FORM, AccountSid: "AC2" })).toBeUndefined();
  });
});

describe("Kannel", () => {
  const SECRET = "a-secret-of-callbacks-1";
  const kannel = () =>
    createSmsGateway(
      {
        smsUrl: service.kannelUrl,
        smsFrom: "+14165550100",
        publicUrl: PUBLIC,
        smsCallbackSecret: SECRET,
      },
      KERNEL,
    );
  const read = (query: string) =>
    kannel()?.reports?.read({ path: `/webhooks/sms?${query}`, form: new URLSearchParams(), signature: undefined });

  it("SMS-60 gets its credentials, the text in UTF-8, its coding, and where to report", async () => {
    service.answerWith(() => ({ status: 202, body: {} }));
    expect(await kannel()?.send(MESSAGE)).toEqual({ reference: undefined });
    await kannel()?.send({ to: MESSAGE.to, text: "Code 123" });
    const [first, second] = service.received.map(({ path }) => new URL(path, "http://x"));
    expect(first?.pathname).toBe("/cgi-bin/sendsms");
    expect(Object.fromEntries(first?.searchParams ?? [])).toEqual({
      username: "us@er",
      password: "secret",
      from: MESSAGE.from,
      to: MESSAGE.to,
      text: MESSAGE.text,
      charset: "UTF-8",
      coding: "2",
      "dlr-mask": "27",
      "dlr-url": `${PUBLIC}/webhooks/sms?secret=${SECRET}&key=sms-7&state=%d&answer=%A`,
    });
    expect(second?.searchParams.get("coding")).toBe("0");
    expect(second?.searchParams.get("from")).toBe("+14165550100");
    expect(second?.searchParams.has("dlr-url")).toBe(false);
  });

  it("SMS-60 a refused message is final; a wrong password, a full queue and a lost link are not", async () => {
    for (const status of [400, 404]) {
      service.answerWith(() => ({ status, body: {} }));
      await expect(kannel()?.send(MESSAGE)).rejects.toMatchObject({ name: "SmsRefused", code: String(status) });
    }
    for (const answer of [{ status: 403, body: {} }, { status: 503, body: {} }, undefined]) {
      service.answerWith(() => answer);
      const error: unknown = await kannel()
        ?.send(MESSAGE)
        .catch((one: unknown) => one);
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(SmsRefused);
    }
  });

  it("SMS-61 a request counts only with the secret", () => {
    const message = "from=%2B14165550199&to=%2B14165550101&id=4e86-61&coding=0&text=Hi+%26+bye";
    expect(read(`secret=${SECRET}&${message}`)).toEqual({
      kind: "message",
      reference: "kannel-4e86-61",
      from: "+14165550199",
      to: "+14165550101",
      text: "Hi & bye",
    });
    for (const bad of ["", "secret=", `secret=${SECRET}x`, `secret=${SECRET.slice(1)}`, `Secret=${SECRET}`])
      expect(read(`${bad}&${message}`), bad).toBeUndefined();
  });

  it("SMS-61 delivery reports; broken requests are ignored, with any bytes", () => {
    const state = (code: string, answer = "") => read(`secret=${SECRET}&key=sms-7&state=${code}&answer=${answer}`);
    expect(state("1")).toMatchObject({ kind: "state", key: "sms-7", state: "delivered", cause: "" });
    expect(state("8", "ACK%2F")).toMatchObject({ state: "sent", cause: "" });
    expect(state("16", "NACK%2F11%2FInvalid+number")).toMatchObject({
      state: "failed",
      cause: "NACK/11/Invalid number",
    });
    expect(state("2", "%00%ff")).toMatchObject({ state: "failed", cause: "failed" });
    for (const code of ["4", "", "99", "%00"]) expect(state(code)).toEqual({ kind: "other" });
    const coded = (coding: string, text: string) =>
      read(`secret=${SECRET}&from=1&to=2&id=a&coding=${coding}&text=${text}`);
    expect(coded("2", "%00H%26%3A%D8%3D%DE%42%00")).toMatchObject({ text: "H☺🙂" });
    expect(coded("0", "%ff%fe%")).toMatchObject({ kind: "message" });
    expect(read(`secret=${SECRET}&from=1&to=2&id=..%2Fx&text=x`)).toEqual({ kind: "other" });
    expect(read(`secret=${SECRET}`)).toEqual({ kind: "other" });
  });
});
