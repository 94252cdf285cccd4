import { createHash, randomBytes } from "node:crypto";
import { endpoints, tokenSchema, type Token } from "@callpanel/contract";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandLine } from "../../../test/command-line.ts";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";
import { isRedirectUri } from "./applications.ts";

const CALLBACK = "https://crm.example/callback?tenant=7";

describe("applications that sign people in", () => {
  let server: TestServer;
  let run: ReturnType<typeof commandLine>;
  let client: { readonly id: string; readonly secret: string };
  beforeEach(async () => {
    server = await createTestServer();
    run = commandLine(server.stores, "demo");
    const { out } = await run(`applications add Our CRM --redirect ${CALLBACK}`);
    const [, id = "", secret = ""] = /client id: (\w+)\nsecret: ([\w-]+)/.exec(out) ?? [];
    client = { id, secret };
  });
  afterEach(() => server.remove());

  const asked = (more: Readonly<Record<string, string>> = {}) => ({
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: "code",
    state: "s1",
    ...more,
  });
  const open = (query: Readonly<Record<string, string>>) => server.app.inject({ url: "/oauth/authorize", query });
  const submit = (fields: Readonly<Record<string, string>>) =>
    server.app.inject({
      method: "POST",
      url: "/oauth/authorize",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ username: "alice", password: "callpanel-demo", ...fields }).toString(),
    });
  const codeFor = async (more: Readonly<Record<string, string>> = {}) => {
    const { headers } = await submit(asked(more));
    return new URL(String(headers.location)).searchParams.get("code") ?? "";
  };
  const basic = ({ id, secret } = client) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  const ask = (payload: object, authorization = basic()) =>
    server.app.inject({ method: "POST", url: "/api/oauth/token", headers: { authorization }, payload });
  /** Exactly the fields of the specification (spec 2 §7). */
  const trade = (code: string, authorization?: string) =>
    ask({ grant_type: "authorization_code", client_id: client.id, redirect_uri: CALLBACK, code }, authorization);
  const me = async ({ access_token }: Token) =>
    (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(access_token) })).statusCode;

  it("AUTH-50 AUTH-51 an application exchanges a code with the fields of the specification and its secret, and refreshes", async () => {
    const page = await open(asked());
    expect(page.body).toContain("Sign in to let Our CRM use your account.");
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' https://crm.example");
    const answer = await submit(asked());
    const location = new URL(String(answer.headers.location));
    expect([location.origin, location.searchParams.get("tenant"), location.searchParams.get("state")]).toEqual([
      "https://crm.example",
      "7",
      "s1",
    ]);
    const token = tokenSchema.parse((await trade(location.searchParams.get("code") ?? "")).json());
    expect([token.client_id, await me(token)]).toEqual([client.id, 200]);
    const refresh = { grant_type: "refresh_token", refresh_token: token.refresh_token };
    const stolen = await ask(refresh, "");
    expect([stolen.statusCode, stolen.json()]).toMatchObject([401, { error: "invalid_client" }]);
    expect(await me(tokenSchema.parse((await ask(refresh)).json()))).toBe(200);
  });

  it("AUTH-51 without the secret, with another one or as another application nothing is exchanged, and the code stays whole", async () => {
    const code = await codeFor();
    const other = await run("applications add Other --redirect http://127.0.0.1:9000/back");
    const [, id = "", secret = ""] = /client id: (\w+)\nsecret: ([\w-]+)/.exec(other.out) ?? [];
    for (const authorization of [
      "",
      "Bearer x",
      "Basic !!",
      `Basic ${Buffer.from(client.id).toString("base64")}`,
      basic({ id: client.id, secret: `${client.secret}x` }),
      basic({ id: client.id, secret: "" }),
      basic({ id, secret }),
    ]) {
      const refused = await trade(code, authorization);
      expect([refused.statusCode, refused.json()], authorization).toMatchObject([
        401,
        { error: "invalid_client", code: "token.clientSecret" },
      ]);
      expect(refused.headers["www-authenticate"]).toContain("Basic");
    }
    // A code of another application, and a password that is typed into an application.
    const foreign = { grant_type: "authorization_code", client_id: id, redirect_uri: CALLBACK, code };
    expect((await ask(foreign, basic({ id, secret }))).json()).toMatchObject({ error: "invalid_grant" });
    const password = { grant_type: "password", username: "alice", password: "callpanel-demo", client_id: client.id };
    expect((await ask(password)).json()).toMatchObject({ error: "invalid_client", code: "token.invalidClient" });
    expect((await trade(await codeFor())).statusCode).toBe(200);
  });

  it("AUTH-50 an application may use PKCE too, and then needs the verifier; the panel needs it always", async () => {
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
    expect((await trade(await codeFor(pkce))).json()).toMatchObject({ error: "invalid_grant" });
    const whole = { grant_type: "authorization_code", client_id: client.id, redirect_uri: CALLBACK };
    const code = await codeFor(pkce);
    expect((await ask({ ...whole, code, code_verifier: verifier })).statusCode).toBe(200);
    // One that was made up afterwards proves nothing.
    expect((await ask({ ...whole, code: await codeFor(), code_verifier: verifier })).statusCode).toBe(400);
    const plain = await open(asked({ code_challenge: challenge, code_challenge_method: "plain" }));
    expect(String(plain.headers.location)).toContain("error=invalid_request");
    const panel = {
      client_id: "callpanel",
      redirect_uri: "http://localhost/clusterpbx_callback",
      response_type: "code",
    };
    const refused = await open(panel);
    expect(refused.headers.location ?? refused.body).toMatch(/error=invalid_request|role="alert"/);
  });

  it("AUTH-50 redirect addresses are compared as texts; unknown ones and unknown applications are refused on the page", async () => {
    const strangers: ReadonlyArray<Readonly<Record<string, string>>> = [
      { redirect_uri: "https://crm.example/callback" },
      { redirect_uri: `${CALLBACK}&x=1` },
      { redirect_uri: "https://crm.example.evil.example/callback?tenant=7" },
      { client_id: "0123456789abcdef" },
    ];
    for (const more of strangers) {
      const page = await open(asked(more));
      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
    }
    expect(["https://x.example/", "http://localhost:3000/cb", "http://[::1]/cb"].map(isRedirectUri)).toEqual([
      true,
      true,
      true,
    ]);
    for (const wrong of [
      "http://x.example/",
      "https://x.example/#a",
      "https://a:b@x.example/",
      "https://*.example/",
      "https://user@x.example/",
      "https://x.example/a b",
      "https://x.example\\@evil.example/",
      "https:x.example",
      "https://999.999.999.999/",
      "http://localhost.evil.example/",
      "javascript:alert(1)",
      "/callback",
    ])
      expect(isRedirectUri(wrong), wrong).toBe(false);
  });

  it("AUTH-52 only people of the company that registered it sign in to an application", async () => {
    const other = commandLine(server.stores, "other");
    await other("applications add Theirs --redirect https://their.example/cb --realm other --create-realm");
    expect((await other("users list --realm other")).code).toBe(1);
    await run("users list");
    const { code } = await other(
      "users add zoe --first-name Zoe --last-name Zed --extension 101 --password a-good-password --realm other --create-realm",
    );
    expect(code).toBe(0);
    const { headers } = await submit({ ...asked(), username: "zoe", password: "a-good-password" });
    const location = new URL(String(headers.location));
    expect([location.searchParams.get("error"), location.searchParams.get("code")]).toEqual(["access_denied", null]);
  });

  it("AUTH-53 SESSIONS-1 a removed application has no session and no code left; both are lines of the audit log without the secret", async () => {
    const token = tokenSchema.parse((await trade(await codeFor())).json());
    const own = await server.signIn("alice");
    const code = await codeFor();
    const sessions = await server.app.inject({ url: "/api/v1/sessions", headers: bearer(own.access_token) });
    const listed = endpoints.listOwnSessions.response.parse(sessions.json()).sessions;
    expect(listed).toHaveLength(2);
    for (const { current, application } of listed) expect(application).toBe(current ? null : "Our CRM");
    expect((await run("applications list")).out).toContain(`Our CRM  ${client.id}  ${CALLBACK}`);
    expect((await run("applications add Our CRM --redirect https://x.example/")).error).toContain("already exists");
    expect((await run("applications add Third")).code).toBe(2);
    expect((await run("applications remove Our CRM")).out).toBe("removed application Our CRM");
    expect([await me(token), await me(own)]).toEqual([401, 200]);
    expect((await trade(code)).json()).toMatchObject({ code: "token.invalidClient" });
    expect((await ask({ grant_type: "refresh_token", refresh_token: token.refresh_token })).statusCode).toBe(400);
    const lines = await server.stores.audit.lines({ realmId: 1, limit: 10 });
    expect(JSON.stringify(lines)).toContain("applications.added");
    expect(JSON.stringify(lines)).toContain("applications.removed");
    expect(JSON.stringify(lines)).not.toContain(client.secret);
  });

  it("AUTH-53 a session that began while the application was removed cannot be refreshed, with or without a secret", async () => {
    const token = tokenSchema.parse((await trade(await codeFor())).json());
    // Its sessions were ended before this one was stored.
    await server.stores.company.atomically(async (company) => {
      const item = (await company.realmItems(1)).find(({ kind }) => kind === "application");
      await company.removeRealmItem(item?.id ?? 0);
    });
    const refresh = { grant_type: "refresh_token", refresh_token: token.refresh_token };
    const codeOf = async (authorization: string) => (await ask(refresh, authorization)).json<unknown>();
    expect(await codeOf(basic())).toMatchObject({ code: "token.invalidGrant" });
    expect(await codeOf("")).toMatchObject({ code: "token.invalidGrant" });
  });
});
