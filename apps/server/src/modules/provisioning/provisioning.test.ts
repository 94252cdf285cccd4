import { randomBytes } from "node:crypto";
import {
  detailText,
  endpoints,
  errorBodySchema,
  otpConfigurationSchema,
  tokenSchema,
  type SignInLink,
} from "@callpanel/contract";
import { generateSync } from "otplib";
import sharp from "sharp";
import jsQR from "jsqr";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { tokenDigest } from "../../kernel/secrets/secrets.ts";
import { createCredential } from "../users/index.ts";
import { renderMail, type Mail } from "../mail/index.ts";
import { createSignInLinks } from "./sign-in-link.ts";

const BASE = "/api/v1/clearly_anywhere";
const AUTH = "/api/v1/provisionings/clearly_anywhere/webview_auth";
const MAIL = "/api/v1/mailer/setup_clearly_anywhere_email";
const ALICE = { cloud_id: "demo", username: "alice", password: "callpanel-demo" };

let server: TestServer;
let mails: Mail[];
let mailFails: boolean;
beforeEach(async () => {
  mails = [];
  mailFails = false;
  server = await createTestServer({
    port: 8080,
    moreInfoUrl: "https://example.com/phone",
    mailer: {
      send: async (mail) => {
        if (mailFails) throw new Error("no route to the mail server");
        mails.push(mail);
      },
    },
  });
});
afterEach(() => server.remove());

const signIn = async (payload: object, remoteAddress = "192.0.2.1") => {
  const answer = await server.app.inject({ method: "POST", url: AUTH, payload, remoteAddress });
  return { status: answer.statusCode, body: answer.json<unknown>() };
};
const refusal = async (payload: object, remoteAddress?: string) => {
  const { status, body } = await signIn(payload, remoteAddress);
  return [status, errorBodySchema.parse(body).code];
};
const WRONG = [400, "login.error.login"];

const linkOf = async (username: string): Promise<SignInLink> =>
  endpoints.getSignInLink.response.parse((await server.get(`${BASE}/qr_code_link`, username)).body);
const credentialOf = ({ link }: Pick<SignInLink, "link">) => {
  const { searchParams, hash } = new URL(link);
  return {
    cloud_id: searchParams.get("cloud_id"),
    username: searchParams.get("username"),
    auth_token: new URLSearchParams(hash.slice(1)).get("auth_token"),
  };
};
const opened = async (payload: object) => tokenSchema.parse((await signIn(payload)).body).access_token;
const change = (username: string, parts: { readonly firstName?: string; readonly email?: string }) =>
  server.stores.company.atomically(async (company) => {
    const [realm] = await company.realms();
    const user = (await company.users(realm?.id ?? 0)).find((one) => one.username === username);
    if (realm === undefined || user === undefined) throw new Error(`there is no ${username}`);
    await company.saveUser(realm.id, { ...user, ...parts });
  });
/** The text that a reader finds in the picture of a QR code. */
async function textOf(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
const written = () => mails.map((mail) => ({ ...renderMail(mail, "callpanel"), to: mail.to.address }));
const me = async (accessToken: string) =>
  (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(accessToken) })).statusCode;

const linkIn = async (accessToken: string) => {
  const answer = await server.app.inject({ url: `${BASE}/qr_code_link`, headers: bearer(accessToken) });
  return credentialOf(endpoints.getSignInLink.response.parse(answer.json()));
};
const sessionOf = async (accessToken: string): Promise<string> =>
  (await server.stores.sessions.find(tokenDigest(accessToken)))?.session.id ?? "";
const post = (url: string, payload: object, headers = {}) =>
  server.app.inject({ method: "POST", url, payload, headers });

describe("embedded sign-in", () => {
  it("ANYWHERE-1 cloud id, username and password, or the token of a link, can be exchanged for tokens", async () => {
    expect(await me(await opened(ALICE))).toBe(200);
    expect(await me(await opened({ ...ALICE, username: "Alice" }))).toBe(200);
    expect(await me(await opened({ username: "alice", password: "callpanel-demo" }))).toBe(200);
    expect(await me(await opened(credentialOf(await linkOf("alice"))))).toBe(200);
  });

  it("ANYWHERE-1 every wrong value gives the same error", async () => {
    const link = credentialOf(await linkOf("alice"));
    const wrong = [
      { ...ALICE, cloud_id: "acme" },
      { ...ALICE, username: "nobody" },
      { ...ALICE, password: "wrong" },
      { ...link, cloud_id: "acme" },
      { ...link, username: "bob" },
      { ...link, auth_token: "x".repeat(43) },
    ];
    for (const [index, payload] of wrong.entries())
      expect(await refusal(payload, `192.0.2.${index}`), JSON.stringify(payload)).toEqual(WRONG);
    expect((await signIn({ cloud_id: "demo", username: "alice" })).status).toBe(400);
    // Nobody types a link: it has its cloud id.
    expect((await signIn({ username: link.username, auth_token: link.auth_token })).status).toBe(400);
  });

  it("ANYWHERE-1 guesses count together with those at the sign-in page", async () => {
    const guess = { ...credentialOf(await linkOf("alice")), auth_token: "x".repeat(43) };
    for (let time = 0; time < 5; time += 1) expect(await refusal(guess)).toEqual(WRONG);
    expect(await refusal(guess)).toEqual([429, "login.error.locked"]);
    expect(await refusal(ALICE)).toEqual([429, "login.error.locked"]);
    const page = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "password", username: "alice", password: "callpanel-demo" },
      remoteAddress: "192.0.2.1",
    });
    expect(page.statusCode).toBe(429);
    expect((await signIn(ALICE, "192.0.2.2")).status).toBe(200);
  });

  it("ANYWHERE-10 the holder of a link gets no extra guesses at the password: a link resets no failures, and makes no place known", async () => {
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "alice")).body);
    const code = generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    expect((await server.send("PUT", "/api/v1/otp_configuration", "alice", { enabled: true, code })).status).toBe(200);
    const link = credentialOf(await linkOf("alice"));
    const from = "198.51.100.7";
    for (let time = 0; time < 5; time += 1) {
      expect(await refusal(link, from)).toEqual([400, "otp.required"]);
      expect(await refusal({ ...ALICE, password: `guess ${time}` }, from)).toEqual(WRONG);
    }
    expect(await refusal(ALICE, from)).toEqual([429, "login.error.locked"]);
  });

  it("ANYWHERE-2 servers do not receive the link's token, and its QR code contains the same link", async () => {
    const { link, qr_svg, qr_png, expires_at } = await linkOf("alice");
    const url = new URL(link);
    expect([url.origin, url.pathname]).toEqual(["http://localhost:8080", "/embedded_login"]);
    expect(Object.fromEntries(url.searchParams)).toEqual({ embedded: "true", cloud_id: "demo", username: "alice" });
    expect(url.hash).toMatch(/^#auth_token=[\w-]{43}$/);
    expect(expires_at - server.clock.now()).toBe(7 * 86_400_000);
    expect(qr_svg).toMatch(/^<svg /);
    expect(await textOf(Buffer.from(qr_png.replace("data:image/png;base64,", ""), "base64"))).toBe(link);
  });

  it("ANYWHERE-3 a link signs in once, until it expires, and nothing stored can be used to sign in", async () => {
    const [link, late] = [credentialOf(await linkOf("alice")), credentialOf(await linkOf("alice"))];
    server.clock.leap(7 * 86_400_000 - 1);
    expect((await signIn(link)).status).toBe(200);
    expect(await refusal(link)).toEqual(WRONG);
    server.clock.leap(1);
    expect(await refusal(late)).toEqual(WRONG);

    const stored = await server.stores.signInLinks.find(link.auth_token ?? "", server.clock.now());
    expect(stored).toBeUndefined();
    expect(server.logText()).not.toContain(link.auth_token);
  });

  it("ANYWHERE-3 of parallel requests with one link, one signs in", async () => {
    const link = credentialOf(await linkOf("alice"));
    const answers = await Promise.all([1, 2, 3, 4].map((last) => signIn(link, `192.0.2.${last}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
  });

  it("ANYWHERE-9 a link does not skip the second factor, and is used up only by the correct code", async () => {
    const { secret } = otpConfigurationSchema.parse((await server.get("/api/v1/otp_configuration", "alice")).body);
    const codeAt = () => generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    const on = await server.send("PUT", "/api/v1/otp_configuration", "alice", { enabled: true, code: codeAt() });
    expect(on.status).toBe(200);
    server.clock.leap(30_000);
    const link = credentialOf(await linkOf("alice"));
    const { status, body } = await signIn(link);
    const asked = errorBodySchema.parse(body);
    expect([status, asked.code]).toEqual([400, "otp.required"]);
    const otp_challenge = detailText(asked.details, "challenge");
    expect(await refusal({ ...link, otp_challenge, otp_code: "000000" })).toEqual([400, "otp.invalid"]);
    const bobs = credentialOf(await linkOf("bob"));
    expect(await refusal({ ...bobs, otp_challenge, otp_code: codeAt() })).toEqual([400, "otp.expired"]);
    const again = errorBodySchema.parse((await signIn(link)).body);
    server.clock.leap(30_000);
    const answer = { otp_challenge: detailText(again.details, "challenge"), otp_code: codeAt() };
    expect(await me(await opened({ ...link, ...answer }))).toBe(200);
    expect(await refusal(link)).toEqual(WRONG);
  });

  it("ANYWHERE-3 above ten links the oldest is removed", async () => {
    const links: object[] = [];
    for (let count = 0; count < 11; count += 1) {
      links.push(credentialOf(await linkOf("alice")));
      server.clock.leap(1_000);
    }
    const bobs = credentialOf(await linkOf("bob"));
    expect(await refusal(links[0] ?? {})).toEqual(WRONG);
    for (const link of [...links.slice(1), bobs]) expect((await signIn(link)).status).toBe(200);
  });

  it("ANYWHERE-4 a new password makes a link invalid", async () => {
    const link = credentialOf(await linkOf("alice"));
    const { id = 0 } = (await server.stores.users.byUsername("alice")) ?? {};
    const credential = await createCredential("another-password");
    await server.stores.company.atomically((writer) => writer.setCredential(id, credential));
    expect(await refusal(link)).toEqual(WRONG);
  });

  it("ANYWHERE-4 without the right a link is invalid", async () => {
    const { id: userId = 0 } = (await server.stores.users.byUsername("erin")) ?? {};
    const sessionId = await sessionOf((await server.signIn("erin")).access_token);
    const links = createSignInLinks({
      clock: server.clock,
      random: randomBytes,
      users: server.stores.users,
      links: server.stores.signInLinks,
    });
    const { token } = await links.issue({ userId, sessionId });
    const erins = { cloud_id: "demo", username: "erin", auth_token: token };
    expect(await refusal(erins)).toEqual(WRONG);
    await server.stores.company.atomically((company) =>
      company.setPermissions(userId, [{ module: "clearly_anywhere_access", rule: "read" }]),
    );
    expect((await signIn(erins)).status).toBe(200);
  });

  it("ANYWHERE-5 regenerating ends links and their sessions, and nothing else", async () => {
    const link = credentialOf(await linkOf("alice"));
    const unused = credentialOf(await linkOf("alice"));
    const [bobs, bobsUnused] = [credentialOf(await linkOf("bob")), credentialOf(await linkOf("bob"))];
    const phone = await opened(link);
    const desk = await opened(ALICE);
    const bobsPhone = await opened(bobs);
    const { body } = await server.send("POST", `${BASE}/regenerate_auth_token`, "alice");
    expect(await refusal(unused)).toEqual(WRONG);
    expect([await me(phone), await me(desk), await me(bobsPhone)]).toEqual([401, 200, 200]);
    const fresh = endpoints.regenerateSignInLink.response.parse(body);
    expect(await me(await opened(credentialOf(fresh)))).toBe(200);
    expect((await signIn(bobsUnused)).status).toBe(200);
  });

  it("ANYWHERE-11 a link that was made with a stolen token is invalid once its session is signed out", async () => {
    const [stolen, other] = [await server.signIn("alice"), await server.signIn("alice")];
    const [link, others] = [await linkIn(stolen.access_token), await linkIn(other.access_token)];
    await post("/api/oauth/revoke", { token: stolen.access_token });
    expect(await refusal(link)).toEqual(WRONG);
    expect((await signIn(others)).status).toBe(200);
  });

  it("ANYWHERE-11 a link ends when its session expires", async () => {
    const { access_token } = await server.signIn("alice");
    server.clock.leap(90 * 86_400_000 - 1_000);
    const { id: userId = 0 } = (await server.stores.users.byUsername("alice")) ?? {};
    const { clock, stores } = server;
    const links = createSignInLinks({ clock, random: randomBytes, users: stores.users, links: stores.signInLinks });
    const { token } = await links.issue({ userId, sessionId: await sessionOf(access_token) });
    server.clock.leap(1_000);
    expect(await refusal({ cloud_id: "demo", username: "alice", auth_token: token })).toEqual(WRONG);
  });

  it("ANYWHERE-11 a new password or second factor ends the links of every session, including the current one", async () => {
    const { access_token } = await server.signIn("alice");
    const headers = bearer(access_token);
    const before = await linkIn(access_token);
    const found = await server.app.inject({ url: "/api/v1/otp_configuration", headers });
    const { secret } = otpConfigurationSchema.parse(found.json());
    const codeAt = () => generateSync({ secret: secret ?? "", epoch: Math.floor(server.clock.now() / 1_000) });
    const put = (payload: object) =>
      server.app.inject({ method: "PUT", url: "/api/v1/otp_configuration", headers, payload });
    expect((await put({ enabled: true, code: codeAt() })).statusCode).toBe(200);
    expect(await refusal(before)).toEqual(WRONG);
    const during = await linkIn(access_token);
    server.clock.leap(30_000);
    expect((await put({ enabled: false, code: codeAt() })).statusCode).toBe(200);
    expect(await refusal(during)).toEqual(WRONG);
    const { id = 0 } = (await server.stores.users.byUsername("alice")) ?? {};
    const last = await linkIn(access_token);
    await server.stores.company.atomically((writer) => writer.endSessions(id));
    expect(await refusal(last)).toEqual(WRONG);
  });

  it("ANYWHERE-12 sessions opened by links of a stolen session end with it when the theft is detected", async () => {
    const stolen = await server.signIn("alice");
    const phone = await opened(await linkIn(stolen.access_token));
    const second = await opened(await linkIn(phone));
    const bystander = await server.signIn("alice");
    const grant = { grant_type: "refresh_token", refresh_token: stolen.refresh_token };
    await post("/api/oauth/token", grant);
    server.clock.leap(10_001);
    expect((await post("/api/oauth/token", grant)).statusCode).toBe(400);
    expect([await me(phone), await me(second), await me(bystander.access_token)]).toEqual([401, 401, 200]);
  });

  it("ANYWHERE-6 links need the right", async () => {
    expect((await server.get(`${BASE}/qr_code_link`, "erin")).status).toBe(403);
    expect((await server.send("POST", `${BASE}/regenerate_auth_token`, "erin")).status).toBe(403);
    expect((await server.send("POST", MAIL, "erin")).status).toBe(403);
  });

  it("ANYWHERE-7 the page with more information is sent if it is set", async () => {
    const told = (await server.get("/api/v1/more_info_link_enabled", "erin")).body;
    expect(told).toEqual({ enabled: true, url: "https://example.com/phone" });
    const plain = await createTestServer();
    expect((await plain.get("/api/v1/more_info_link_enabled", "alice")).body).toEqual({ enabled: false, url: null });
    await plain.remove();
  });
});

describe("the set-up e-mail", () => {
  it("ANYWHERE-8 it has a link that signs in and its QR code, in the requested language", async () => {
    const { status, body } = await server.send("POST", MAIL, "alice");
    expect([status, body]).toEqual([200, { success: true, email: mails[0]?.to.address }]);
    const link = /http:\S+/.exec(written()[0]?.text ?? "")?.[0] ?? "";
    expect(await me(await opened(credentialOf({ link })))).toBe(200);
    expect(await textOf(Buffer.from(written()[0]?.pictures[0]?.png ?? []))).toBe(link);
    expect(written()[0]?.html).toContain(link.replaceAll("&", "&amp;"));
    await server.send("POST", MAIL, "bob", { locale: "fr-CA" });
    expect(mails[1]?.subject).toBe("Configurer callpanel sur votre téléphone");
  });

  it("ANYWHERE-8 a second one within a minute has to wait; a failed one does not count", async () => {
    mailFails = true;
    expect((await server.send("POST", MAIL, "alice")).status).toBe(502);
    mailFails = false;
    expect((await server.send("POST", MAIL, "alice")).status).toBe(200);
    const { status, body } = await server.send("POST", MAIL, "alice");
    expect([status, errorBodySchema.parse(body).code]).toEqual([429, "request.tooMany"]);
    server.clock.leap(60_000);
    expect((await server.send("POST", MAIL, "alice")).status).toBe(200);
    expect(mails).toHaveLength(2);
  });

  it("ANYWHERE-8 without an e-mail address no mail is sent, and a name is never markup", async () => {
    await change("alice", { firstName: "<img src=x onerror=alert(1)>" });
    await server.send("POST", MAIL, "alice");
    expect(written()[0]?.html).not.toContain("<img src=x");
    await change("alice", { email: "" });
    const { status, body } = await server.send("POST", MAIL, "alice");
    expect([status, errorBodySchema.parse(body).code]).toEqual([409, "anywhere.noEmail"]);
  });
});
