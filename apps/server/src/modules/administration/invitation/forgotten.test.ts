import { endpoints } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "../../../../test/test-server.ts";
import { WAIT } from "../../../../test/wait.ts";
import type { Mail } from "../../mail/index.ts";
import { applyCompany, parseCompanyFile } from "../index.ts";

const PAGE = "/oauth/forgotten";
const HOUR_MS = 3_600_000;
const SENT = "If this account has an e-mail address";
const COMPANY = `
realm: demo
users:
  - { username: alice, email: alice@x.example }
  - { username: bob, email: "" }
  - { username: grace, groups: [staff, administrators] }
`;

describe("a forgotten password", () => {
  let server: TestServer;
  let mails: Mail[];
  const start = async (settings: { readonly smtpUrl?: string } = { smtpUrl: "smtp://mail.example.com" }) => {
    mails = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    server = await createTestServer({ mailer, mail: { smtpUrl: settings.smtpUrl, from: "a@b.example" } });
    await applyCompany(server.stores.company, parseCompanyFile(COMPANY));
  };
  beforeEach(() => start());
  afterEach(() => server.remove());

  const ask = (username: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: "POST",
      url: PAGE,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      payload: new URLSearchParams({ username, ...more }).toString(),
    });
  const urlIn = (mail: Mail | undefined): string => {
    for (const part of mail?.parts ?? []) if (part.kind === "link") return part.url;
    return "";
  };
  /** Jobs run in order: when a later one has sent its mail, the earlier ones are done. */
  const settled = (count: number) => vi.waitFor(() => expect(mails).toHaveLength(count), WAIT);
  const choose = (url: string, password: string) =>
    server.app.inject({
      method: "POST",
      url: "/oauth/invitation",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({
        token: new URL(url).searchParams.get("token") ?? "",
        password,
        confirm: password,
      }).toString(),
    });
  const acts = async () => {
    const { body } = await server.get("/api/v1/administration/audit?limit=200", "grace");
    return endpoints.listAuditLines.response.parse(body).data.map(({ act }) => act);
  };

  it("FORGOT-1 every name gets the same answer; the person gets a link by mail and chooses a password", async () => {
    const session = await server.signIn("alice");
    const answers = [await ask("nobody"), await ask("bob"), await ask(" Alice ")];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.body).toContain(SENT);
    await settled(1);
    expect(mails[0]?.to).toEqual({ name: "Alice Archer", address: "alice@x.example" });
    // FORGOT-2: asking ends nothing.
    const me = () =>
      server.app.inject({
        url: "/api/v1/users/me",
        headers: { authorization: `Bearer ${session.access_token}` },
      });
    expect((await me()).statusCode).toBe(200);
    expect((await choose(urlIn(mails[0]), "another password")).statusCode).toBe(200);
    expect((await me()).statusCode).toBe(401);
    expect((await server.signIn("alice", "another password")).access_token).not.toBe("");
    expect((await choose(urlIn(mails[0]), "and once more")).statusCode).toBe(404);
    expect(await acts()).toEqual(expect.arrayContaining(["people.passwordForgotten", "people.passwordChosen"]));
  });

  it("FORGOT-1 the page and the mail are in the person's language", async () => {
    const page = await server.app.inject({ url: `${PAGE}?ui_locales=fr-CA` });
    expect(page.body).toContain("Mot de passe oublié?");
    expect((await ask("alice", { locale: "fr-CA" })).body).toContain("Consultez vos courriels");
    await settled(1);
    expect([mails[0]?.locale, mails[0]?.subject]).toEqual(["fr-CA", expect.stringContaining("Votre mot de passe")]);
    const empty = await ask("  ");
    expect([empty.statusCode, empty.body.includes("Enter your username.")]).toEqual([400, true]);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it("FORGOT-2 one mail in ten minutes, for an hour, to people who can sign in", async () => {
    const dave = (await server.stores.users.byUsername("dave")) ?? { id: 0 };
    const suspend = { ids: [dave.id], suspended: true };
    expect((await server.send("POST", "/api/v1/administration/people/suspend", "grace", suspend)).status).toBe(200);
    await ask("dave");
    await ask("alice");
    await settled(1);
    expect(mails[0]?.to.address).toBe("alice@x.example");
    await ask("alice");
    server.clock.leap(600_001);
    await ask("alice");
    await settled(2);
    const [first, second] = mails.map(urlIn);
    expect(
      (await server.app.inject({ url: new URL(first ?? "").pathname + new URL(first ?? "").search })).statusCode,
    ).toBe(404);
    const open = () => server.app.inject({ url: new URL(second ?? "").pathname + new URL(second ?? "").search });
    server.clock.leap(HOUR_MS - 1);
    expect((await open()).statusCode).toBe(200);
    server.clock.leap(1);
    const late = await open();
    expect(late.statusCode).toBe(404);
    // Nobody needs an administrator for another one.
    expect(late.body).toContain('href="/oauth/forgotten?ui_locales=en-US"');
  });

  it("FORGOT-2 an administrator's invitation is not replaced", async () => {
    const { id } = (await server.stores.users.byUsername("alice")) ?? { id: 0 };
    const { body } = await server.send("POST", `/api/v1/administration/people/${id}/invite`, "grace");
    const { url: invitation } = endpoints.invitePerson.response.parse(body);
    await settled(1);
    server.clock.leap(HOUR_MS);
    await ask("alice");
    await applyCompany(
      server.stores.company,
      parseCompanyFile("realm: demo\nusers: [{ username: carol, email: c@x.example }]"),
    );
    await ask("carol");
    await settled(2);
    expect(mails[1]?.to.address).toBe("c@x.example");
    expect((await choose(invitation, "another password")).statusCode).toBe(200);
  });

  it.each([
    ["a new password", { new_password: "chosen by alice", confirm_password: "chosen by alice" }],
    ["another address", { email: "new@x.example" }],
  ])("FORGOT-2 the link ends with %s in the settings", async (_what, change) => {
    await ask("alice");
    await settled(1);
    const { id } = (await server.stores.users.byUsername("alice")) ?? { id: 0 };
    const own = `/api/v1/users/${id}`;
    expect((await server.send("PUT", own, "alice", { first_name: "Alicia" })).status).toBe(200);
    const open = () => server.app.inject({ url: new URL(urlIn(mails[0])).pathname + new URL(urlIn(mails[0])).search });
    expect((await open()).statusCode).toBe(200);
    expect((await server.send("PUT", own, "alice", { ...change, current_password: "callpanel-demo" })).status).toBe(
      200,
    );
    expect((await open()).statusCode).toBe(404);
    expect((await choose(urlIn(mails[0]), "chosen by a thief")).statusCode).toBe(404);
  });

  it("FORGOT-3 a network that sends requests without end must wait; others need not", async () => {
    for (let times = 0; times < 10; times += 1) expect((await ask("nobody")).statusCode).toBe(200);
    expect((await ask("alice")).statusCode).toBe(429);
    const other = await server.app.inject({
      method: "POST",
      url: PAGE,
      remoteAddress: "192.0.2.7",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "username=alice",
    });
    expect(other.statusCode).toBe(200);
    server.clock.leap(60_000);
    expect((await ask("nobody")).statusCode).toBe(200);
  });

  it("FORGOT-4 the link never leads to the host of a forged header", async () => {
    await ask("alice", {}, { host: "evil.example" });
    server.clock.leap(600_001);
    await ask("alice");
    await vi.waitFor(() => expect(mails.length).toBeGreaterThan(0), WAIT);
    for (const mail of mails) expect(urlIn(mail)).not.toContain("evil.example");
  });

  it("FORGOT-4 without a mail server the page says which person to ask, and stores nothing", async () => {
    await server.remove();
    await start({});
    expect((await server.app.inject({ url: PAGE })).body).toContain("Ask your administrator for a link");
    expect((await ask("alice")).body).toContain("Ask your administrator for a link");
    expect(await server.stores.jobs.count("password.forgotten")).toBe(0);
  });
});
