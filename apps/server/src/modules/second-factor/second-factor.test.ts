import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import {
  detailText,
  errorBodySchema,
  otpConfigurationSchema,
  type ChangeOtp,
  type OtpConfiguration,
} from "@callpanel/contract";
import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../../test/command-line.ts";
import { createTestServer, type TestServer } from "../../../test/test-server.ts";
import { applyCompany } from "../administration/index.ts";
import { renderMail, type Mail } from "../mail/index.ts";
import { stepOf } from "./totp.ts";

const OTP = "/api/v1/otp_configuration";
const STEP_MS = 30_000;

let server: TestServer;
let mails: Mail[];
let gateway: Server;
let texts: Array<{ readonly body: string; readonly authorization: string | undefined }>;
let gatewayStatus: number;

/** Each test has its own people, because a server takes a second to start. */
let people: string[];
let who: string;
let other: string;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    void text(request).then((body) => {
      texts.push({ body, authorization: request.headers.authorization });
      response.writeHead(gatewayStatus).end("{}");
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const at = gateway.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  server = await createTestServer({
    port: 8080,
    smsUrl: `http://us%40er:secret@127.0.0.1:${port}/send`,
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  const alice = await server.stores.users.byUsername("alice");
  const all = { realmId: alice?.realm.id ?? 0, words: [], start: 0, limit: 100 };
  const unfit = ["erin", "frank"];
  people = (await server.stores.users.search(all)).users
    .map(({ username }) => username)
    .filter((one) => !unfit.includes(one));
});
beforeEach(() => {
  mails = [];
  texts = [];
  gatewayStatus = 202;
  who = people.pop() ?? "";
  other = people[0] ?? "";
});
afterAll(async () => {
  await server.remove();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const configuration = async (username = who): Promise<OtpConfiguration> =>
  otpConfigurationSchema.parse((await server.get(OTP, username)).body);
const put = (change: ChangeOtp, username = who) => server.send("PUT", OTP, username, change);
const done = async (change: ChangeOtp, username?: string): Promise<OtpConfiguration> =>
  otpConfigurationSchema.parse((await put(change, username)).body);
const refusalOf = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
  const { status, body } = await answer;
  return [status, errorBodySchema.parse(body).code];
};

const appCode = (secret: string | null, steps = 0): string =>
  generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) + steps * 30 });
/** Switches the app on and advances its time step, so that the next code is a new one. */
async function withApp(username = who): Promise<{ readonly secret: string; readonly backupCodes: readonly string[] }> {
  const { secret } = await configuration(username);
  const { backupCodes } = await done({ enabled: true, method: "app", code: appCode(secret) }, username);
  server.clock.leap(STEP_MS);
  return { secret: secret ?? "", backupCodes: backupCodes ?? [] };
}
const sentCode = (): string => /\b\d{6}\b/.exec(renderMail(mails.at(-1) ?? failed(), "x").text)?.[0] ?? "";
const failed = (): never => {
  throw new Error("no mail was sent");
};

const grant = async (parameters: Readonly<Record<string, string>> = {}, from = "192.0.2.1") => {
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/oauth/token",
    remoteAddress: from,
    headers: { "accept-language": "fr-CA,fr;q=0.9" },
    payload: { grant_type: "password", username: who, password: "callpanel-demo", ...parameters },
  });
  const body = answer.json<unknown>();
  const error = answer.statusCode === 200 ? undefined : errorBodySchema.parse(body);
  return { status: answer.statusCode, error, challenge: detailText(error?.details, "challenge") };
};
const answerTo = (challenge: string, code: string, from?: string) =>
  grant({ otp_challenge: challenge, otp_code: code }, from);

describe("switching the second factor on and off", () => {
  it("OTP-1 reading and changing the user's own needs the right", async () => {
    expect((await server.get(OTP, "erin")).status).toBe(403);
    expect((await put({ enabled: false }, "erin")).status).toBe(403);
    expect((await configuration(other)).secret).not.toBe((await configuration()).secret);
  });

  it("OTP-2 the app's secret is shown until it is on, and never again", async () => {
    const before = await configuration();
    expect(before).toMatchObject({ enabled: false, method: "app", backupCodes: null, codeSentTo: null });
    expect(before.provURI).toBe(`otpauth://totp/callpanel:${who}?secret=${before.secret}&issuer=callpanel`);
    expect([before.secret?.length, before.qr_svg?.slice(0, 5)]).toEqual([32, "<svg "]);
    expect(await configuration()).toEqual(before);
    await withApp();
    expect(await configuration()).toMatchObject({ enabled: true, provURI: null, secret: null, qr_svg: null });
  });

  it("OTP-3 only a code of the secret switches the app on", async () => {
    const { secret } = await configuration();
    expect(await refusalOf(put({ enabled: true }))).toEqual([400, "otp.codeNeeded"]);
    expect(await refusalOf(put({ enabled: true, code: "000000" }))).toEqual([400, "otp.invalid"]);
    expect((await configuration()).enabled).toBe(false);
    expect(await done({ enabled: true, code: appCode(secret) })).toMatchObject({ enabled: true, method: "app" });
  });

  it("OTP-3 e-mail is proven by the code that was sent there", async () => {
    const to = "alice.private@example.com";
    const asked = await done({ enabled: true, method: "email", email: to });
    expect([asked.enabled, asked.codeSentTo, mails[0]?.to.address]).toEqual([false, "a…@example.com", to]);
    const code = sentCode();
    expect(await refusalOf(put({ enabled: true, method: "email", email: "other@example.com", code }))).toEqual([
      400,
      "otp.invalid",
    ]);
    expect(await done({ enabled: true, method: "email", email: to, code })).toMatchObject({
      enabled: true,
      method: "email",
      email: to,
    });
  });

  it("OTP-4 ten back-up codes, shown once, replaced together", async () => {
    const { secret, backupCodes } = await withApp();
    expect([backupCodes.length, new Set(backupCodes).size]).toEqual([10, 10]);
    for (const code of backupCodes) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
    expect(await configuration()).toMatchObject({ backupCodes: null, backupCodesLeft: 10 });
    expect(await refusalOf(put({ enabled: true, newBackupCodes: true }))).toEqual([400, "otp.codeNeeded"]);
    const made = await done({ enabled: true, newBackupCodes: true, code: appCode(secret) });
    expect(made.backupCodes?.some((code) => backupCodes.includes(code))).toBe(false);
    expect(await refusalOf(put({ enabled: false, code: backupCodes[0] ?? "" }))).toEqual([400, "otp.invalid"]);
  });

  it("OTP-5 codes one step early and late are accepted, two steps are not, and each only once", () => {
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
    const now = 1_767_603_600_000;
    const codeAt = (steps: number) => generateSync({ secret, epoch: now / 1_000 + steps * 30 });
    const step = now / STEP_MS;
    const stepAt = (steps: number, lastStep = 0) => stepOf({ secret, code: codeAt(steps), now, lastStep });
    expect([-2, -1, 0, 1, 2].map((steps) => stepAt(steps))).toEqual([undefined, step - 1, step, step + 1, undefined]);
    expect([stepAt(0, step), stepAt(-1, step), stepAt(1, step)]).toEqual([undefined, undefined, step + 1]);
    for (const code of ["", "12345", "1234567", "abcdef"]) {
      expect(() => stepOf({ secret, code, now, lastStep: 0 }), code).toThrow();
    }
  });

  it("OTP-6 a sent code is valid for five minutes, once and for five tries", async () => {
    const change = { enabled: true, method: "email" } as const;
    await done(change);
    await done(change);
    expect(mails.length).toBe(1);
    server.clock.leap(30_000);
    await done(change);
    expect(mails.length).toBe(2);
    const late = sentCode();
    server.clock.leap(300_000);
    expect(await refusalOf(put({ ...change, code: late }))).toEqual([400, "otp.invalid"]);
    await done(change);
    const fresh = sentCode();
    const wrong = fresh === "000000" ? "000001" : "000000";
    for (const _ of [1, 2, 3]) expect((await put({ ...change, code: wrong })).status).toBe(400);
    expect(await done({ ...change, code: fresh })).toMatchObject({ enabled: true });
    expect((await put({ enabled: false, code: fresh })).status).toBe(400);
  });

  it("OTP-7 switching off needs a proof too, and the next set-up has a new secret", async () => {
    const { secret, backupCodes } = await withApp();
    expect(await refusalOf(put({ enabled: false }))).toEqual([400, "otp.codeNeeded"]);
    expect(await refusalOf(put({ enabled: false, code: "123456" }))).toEqual([400, "otp.invalid"]);
    expect(await refusalOf(put({ enabled: true, method: "email" }))).toEqual([409, "otp.alreadyOn"]);
    const off = await done({ enabled: false, code: backupCodes[3] ?? "" });
    expect([off.enabled, off.backupCodesLeft, off.secret === secret]).toEqual([false, 0, false]);
    expect((await grant()).status).toBe(200);
  });

  it("OTP-8 text messages are sent through the gateway, if there is one", async () => {
    const change = { enabled: true, method: "sms" } as const;
    expect(await refusalOf(put(change))).toEqual([400, "otp.phone"]);
    expect((await put({ ...change, phoneNum: "4165550199" })).status).toBe(400);
    const phoneNum = "+14165550199";
    gatewayStatus = 500;
    expect(await refusalOf(put({ ...change, phoneNum }))).toEqual([502, "otp.notSent"]);
    gatewayStatus = 202;
    expect((await done({ ...change, phoneNum })).codeSentTo).toBe("…0199");
    const { to, text: words } = JSON.parse(texts[1]?.body ?? "{}");
    expect([to, texts[1]?.authorization]).toEqual([phoneNum, `Basic ${btoa("us@er:secret")}`]);
    const code = /\d{6}/.exec(String(words))?.[0] ?? "";
    expect(await done({ ...change, phoneNum, code })).toMatchObject({ enabled: true, phoneNum });
    const plain = await createTestServer();
    expect(otpConfigurationSchema.parse((await plain.get(OTP, "alice")).body).smsAvailable).toBe(false);
    expect(await refusalOf(plain.send("PUT", OTP, "alice", { ...change, phoneNum }))).toEqual([
      400,
      "otp.smsUnavailable",
    ]);
    await plain.remove();
  });
});

describe("the second factor at the sign-in", () => {
  it("OTP-10 the grant asks for a code and accepts it with the challenge", async () => {
    expect((await grant()).status).toBe(200);
    const { secret } = await withApp();
    const asked = await grant();
    expect([asked.status, asked.error?.error, asked.error?.code]).toEqual([400, "mfa_required", "otp.required"]);
    expect(asked.error?.details).toEqual({ challenge: asked.challenge, method: "app" });
    expect((await answerTo(asked.challenge, appCode(secret))).status).toBe(200);
  });

  it("OTP-10 embedded sign-in by password asks too, a sign-in link does not", async () => {
    const { secret } = await withApp();
    const url = "/api/v1/provisionings/clearly_anywhere/webview_auth";
    const person = { cloud_id: "demo", username: who, password: "callpanel-demo" };
    const send = (payload: object) => server.app.inject({ method: "POST", url, payload });
    const { code, details } = errorBodySchema.parse((await send(person)).json());
    expect(code).toBe("otp.required");
    const answer = { ...person, otp_challenge: detailText(details, "challenge"), otp_code: appCode(secret) };
    expect((await send(answer)).statusCode).toBe(200);
  });

  it("OTP-9 OTP-10 a code is sent in the language of the request", async () => {
    await done({ enabled: true, method: "email", email: "alice@example.org" });
    await done({ enabled: true, method: "email", email: "alice@example.org", code: sentCode() });
    expect(mails[0]?.subject).toBe("Your code for callpanel");
    server.clock.leap(60_000);
    const asked = await grant();
    expect(asked.error?.details).toEqual({ challenge: asked.challenge, method: "email", sent_to: "a…@example.org" });
    expect([mails.length, mails[1]?.subject]).toEqual([2, "Votre code pour callpanel"]);
    expect((await answerTo(asked.challenge, sentCode())).status).toBe(200);
  });

  it("OTP-11 a challenge belongs to its person, and is valid for five minutes and once", async () => {
    const { secret } = await withApp();
    const { backupCodes } = await withApp(other);
    const { challenge } = await grant();
    const theirs = { username: other, otp_challenge: challenge, otp_code: backupCodes[0] ?? "" };
    expect((await grant(theirs)).error?.code).toBe("otp.invalid");
    server.clock.leap(300_000);
    expect((await answerTo(challenge, appCode(secret))).error?.code).toBe("otp.expired");
    const next = await grant();
    expect((await grant({ ...theirs, otp_challenge: next.challenge, otp_code: appCode(secret) })).error?.code).toBe(
      "otp.expired",
    );
    server.clock.leap(STEP_MS);
    expect((await answerTo((await grant()).challenge, appCode(secret))).status).toBe(200);
    expect((await answerTo("made-up", appCode(secret))).error?.code).toBe("otp.expired");
  });

  it("OTP-5 OTP-11 neither a code nor a challenge can be used for two sign-ins, also in parallel", async () => {
    const { secret } = await withApp();
    const [one, other] = [await grant(), await grant()];
    const both = await Promise.all([
      answerTo(one.challenge, appCode(secret)),
      answerTo(other.challenge, appCode(secret)),
    ]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
    const used = both[0].status === 200 ? one : other;
    server.clock.leap(STEP_MS);
    expect((await answerTo(used.challenge, appCode(secret))).error?.code).toBe("otp.expired");
  });

  it("OTP-11 two right codes to one challenge at the same moment are one sign-in", async () => {
    const { backupCodes } = await withApp();
    const { challenge } = await grant();
    const answers = await Promise.all(backupCodes.slice(0, 2).map((code) => answerTo(challenge, code)));
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
    expect(answers.map(({ error }) => error?.code)).toContain("otp.expired");
  });

  it("OTP-12 wrong codes lead to growing waits, also with correct passwords in between", async () => {
    const { secret } = await withApp();
    for (let time = 0; time < 5; time += 1) {
      const { challenge } = await grant();
      expect((await answerTo(challenge, "000000")).error?.code).toBe("otp.invalid");
    }
    const { challenge } = await grant();
    const locked = await answerTo(challenge, appCode(secret));
    expect([locked.status, locked.error?.code]).toEqual([429, "login.error.locked"]);
    for (let time = 0; time < 5; time += 1) await answerTo(challenge, "000000", `198.51.100.${time}`);
    expect((await answerTo(challenge, appCode(secret), "198.51.100.9")).status).toBe(429);
    server.clock.leap(120_000);
    expect((await answerTo(challenge, appCode(secret), "198.51.100.9")).status).toBe(200);
  });

  it("OTP-13 a back-up code works once, in any notation", async () => {
    const { backupCodes } = await withApp();
    const code = ` ${(backupCodes[0] ?? "").toLowerCase().replaceAll("-", " ")}`;
    expect((await answerTo((await grant()).challenge, code)).status).toBe(200);
    expect((await answerTo((await grant()).challenge, code)).error?.code).toBe("otp.invalid");
    expect((await configuration()).backupCodesLeft).toBe(9);
    const both = await Promise.all(
      [await grant(), await grant()].map(({ challenge }) => answerTo(challenge, backupCodes[1] ?? "")),
    );
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
  });

  it("OTP-4 OTP-13 no code is stored or logged", async () => {
    const { backupCodes } = await withApp();
    for (const code of backupCodes) expect(server.logText()).not.toContain(code);
    await done({ enabled: false, code: backupCodes[0] ?? "" });
    await done({ enabled: true, method: "email", email: "alice@example.org" });
    expect(server.logText()).not.toContain(sentCode());
  });
});

describe("the code on the server's sign-in page", () => {
  const asked = {
    client_id: "callpanel",
    redirect_uri: "http://localhost:8080/clusterpbx_callback",
    response_type: "code",
    state: "s",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
  };
  const submit = (fields: Readonly<Record<string, string>>) =>
    server.app.inject({
      method: "POST",
      url: "/oauth/authorize",
      headers: { "content-type": "application/x-www-form-urlencoded", host: "localhost:8080" },
      payload: new URLSearchParams({ ...asked, ...fields }).toString(),
    });
  const hidden = (page: string): Record<string, string> =>
    Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
        name ?? "",
        (value ?? "").replaceAll("&amp;", "&"),
      ]),
    );

  it("OTP-14 the second page accepts the code and redirects with an authorization code", async () => {
    const { secret } = await withApp();
    const first = await submit({ username: who, password: "callpanel-demo" });
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain('autocomplete="one-time-code"');
    expect(first.body).not.toContain("callpanel-demo");
    expect(first.body).not.toContain("<script");
    const wrong = await submit({ ...hidden(first.body), otp_code: "000000" });
    expect([wrong.statusCode, wrong.body.includes('role="alert"')]).toEqual([400, true]);
    const right = await submit({ ...hidden(wrong.body), otp_code: appCode(secret) });
    expect(right.statusCode).toBe(303);
    expect(new URL(String(right.headers.location)).searchParams.get("code")).toMatch(/^[\w-]{43}$/);
  });

  it("OTP-14 an expired challenge leads back to the password", async () => {
    const { secret } = await withApp();
    const first = await submit({ username: who, password: "callpanel-demo" });
    server.clock.leap(300_000);
    const late = await submit({ ...hidden(first.body), otp_code: appCode(secret) });
    expect(late.statusCode).toBe(400);
    expect(late.body).toContain('name="password"');
    expect(late.body).toContain("took too long");
  });

  it("OTP-11 a challenge ends when the person gets another password, or is suspended", async () => {
    const { secret } = await withApp();
    const began = async (password: string) => hidden((await submit({ username: who, password })).body);
    const finish = async (form: Awaited<ReturnType<typeof began>>) => {
      const { statusCode, body } = await submit({ ...form, otp_code: appCode(secret) });
      return [statusCode, body.includes("took too long")];
    };
    const first = await began("callpanel-demo");
    const changed = await commandLine(server.stores, "demo")(`users passwd ${who} --password another-password`);
    expect(changed).toMatchObject({ code: 0, error: "" });
    expect(await finish(first)).toEqual([400, true]);

    const second = await began("another-password");
    const suspend = (suspended: boolean) =>
      applyCompany(server.stores.company, {
        realm: "demo",
        groups: [],
        users: [{ username: who, suspended }],
        services: [],
      });
    await suspend(true);
    expect(await finish(second)).toEqual([400, true]);
    await suspend(false);
    expect(await finish(second)).toEqual([303, false]);
  });
});
