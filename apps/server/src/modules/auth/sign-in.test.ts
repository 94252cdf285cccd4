import { createHash, randomBytes } from "node:crypto";
import { tokenSchema } from "@callpanel/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearer, createTestServer, type TestServer } from "../../../test/test-server.ts";

const REDIRECT = "http://localhost:8080/clusterpbx_callback";

describe("the sign-in page and authorization codes", () => {
  let server: TestServer;
  const verifier = randomBytes(32).toString("base64url");
  const asked = {
    client_id: "callpanel",
    redirect_uri: REDIRECT,
    response_type: "code",
    state: "/voicemails?x=1&y=ü",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  beforeAll(async () => {
    server = await createTestServer({ port: 8080 });
  });
  afterAll(() => server.remove());

  const open = (query: Readonly<Record<string, string>>) => server.app.inject({ url: "/oauth/authorize", query });
  const submit = (fields: Readonly<Record<string, string>>) =>
    server.app.inject({
      method: "POST",
      url: "/oauth/authorize",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    });
  const codeFor = async (fields: Readonly<Record<string, string>> = asked): Promise<string> => {
    const answer = await submit({ ...fields, username: "alice", password: "callpanel-demo" });
    return new URL(String(answer.headers.location)).searchParams.get("code") ?? "";
  };
  const trade = (fields: Readonly<Record<string, string>>) =>
    server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "authorization_code", client_id: "callpanel", redirect_uri: REDIRECT, ...fields },
    });
  const me = async (accessToken: string) =>
    (await server.app.inject({ url: "/api/v1/users/me", headers: bearer(accessToken) })).statusCode;

  it("AUTH-22 the correct password redirects back with code and state, and the code can be exchanged for tokens", async () => {
    const answer = await submit({ ...asked, username: "Alice", password: "callpanel-demo" });
    expect(answer.statusCode).toBe(303);
    const location = new URL(String(answer.headers.location));
    expect(location.origin + location.pathname).toBe(REDIRECT);
    expect(location.searchParams.get("state")).toBe(asked.state);
    const traded = await trade({ code: location.searchParams.get("code") ?? "", code_verifier: verifier });
    expect(await me(tokenSchema.parse(traded.json()).access_token)).toBe(200);
  });

  it("AUTH-18 a code needs the verifier of its challenge", async () => {
    const code = await codeFor();
    expect((await trade({ code })).json()).toMatchObject({ error: "invalid_grant" });
    // RFC 7636 §4.6: a failed proof uses the code up.
    expect((await trade({ code, code_verifier: verifier })).json()).toMatchObject({ error: "invalid_grant" });
    const other = await codeFor();
    expect((await trade({ code: other, code_verifier: `${verifier}x` })).statusCode).toBe(400);
  });

  it("AUTH-18 a code is valid for 60 s and for its own redirect URI", async () => {
    const late = await codeFor();
    server.clock.leap(60_000);
    expect((await trade({ code: late, code_verifier: verifier })).statusCode).toBe(400);
    const elsewhere = await codeFor();
    const other = "http://127.0.0.1:8080/clusterpbx_callback";
    expect((await trade({ code: elsewhere, code_verifier: verifier, redirect_uri: other })).statusCode).toBe(400);
    expect((await trade({ code: "made-up", code_verifier: verifier })).statusCode).toBe(400);
  });

  it("AUTH-19 a code that is used twice ends the session opened with it", async () => {
    const code = await codeFor();
    const token = tokenSchema.parse((await trade({ code, code_verifier: verifier })).json());
    expect((await trade({ code, code_verifier: verifier })).statusCode).toBe(400);
    expect(await me(token.access_token)).toBe(401);
  });

  it("AUTH-19 a stolen code that is exchanged in parallel with its owner's request gives no session to either", async () => {
    const code = await codeFor();
    const answers = await Promise.all([1, 2, 3].map(() => trade({ code, code_verifier: verifier })));
    const given = answers.filter(({ statusCode }) => statusCode === 200);
    expect(given).toHaveLength(1);
    for (const answer of given) expect(await me(tokenSchema.parse(answer.json()).access_token)).toBe(401);
  });

  it("AUTH-20 an unknown client or redirect URI is refused on the page", async () => {
    const strangers = [
      { ...asked, client_id: "other" },
      { ...asked, redirect_uri: "https://evil.example/clusterpbx_callback" },
      { ...asked, redirect_uri: `${REDIRECT}/` },
      { ...asked, redirect_uri: `${REDIRECT}?next=https://evil.example` },
      { ...asked, redirect_uri: "http://localhost:8080/other" },
      { ...asked, redirect_uri: "http://localhost:8080@evil.example/clusterpbx_callback" },
      { ...asked, redirect_uri: "javascript:alert(1)//clusterpbx_callback" },
    ];
    for (const stranger of strangers) {
      for (const answer of [
        await open(stranger),
        await submit({ ...stranger, username: "alice", password: "callpanel-demo" }),
      ]) {
        expect(answer.statusCode).toBe(400);
        expect(answer.headers.location).toBeUndefined();
        expect(answer.body).toContain('role="alert"');
      }
    }
  });

  it("AUTH-20 every other fault is redirected with error and state", async () => {
    const { code_challenge: _, ...withoutChallenge } = asked;
    const faulty: ReadonlyArray<readonly [Readonly<Record<string, string>>, string]> = [
      [{ ...asked, response_type: "token" }, "unsupported_response_type"],
      [withoutChallenge, "invalid_request"],
      [{ ...asked, code_challenge_method: "plain" }, "invalid_request"],
      [{ ...asked, code_challenge: "short" }, "invalid_request"],
    ];
    for (const [query, error] of faulty) {
      const location = new URL(String((await open(query)).headers.location));
      expect(location.origin + location.pathname).toBe(REDIRECT);
      expect(location.searchParams.get("error")).toBe(error);
      expect(location.searchParams.get("state")).toBe(asked.state);
    }
  });

  it("AUTH-21 the page has no script and may not run any", async () => {
    const page = await open(asked);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/<script|\son\w+=/i);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.headers["content-security-policy"]).not.toContain("script-src");
    const style = /<style>([\s\S]*?)<\/style>/.exec(page.body)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    expect(page.headers["content-security-policy"]).toContain(`style-src 'sha256-${digest}'`);
    expect(page.body).toMatch(/<label>Username<input name="username"/);
    expect(page.body).toMatch(/<label>Password<input name="password" type="password"/);
    expect(page.body).toContain('<button type="submit">Sign in</button>');
  });

  it("AUTH-21 a wrong password shows an alert, the name stays, hostile text is shown as text", async () => {
    const hostile = '"><script>alert(1)</script>';
    const answer = await submit({ ...asked, state: hostile, username: hostile, password: "wrong-password" });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('<p role="alert">Failed login. Invalid email or password.</p>');
    expect(answer.body).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(answer.body).not.toContain("<script>");
    const empty = await submit({ ...asked, username: " ", password: "" });
    expect(empty.body).toContain('<p role="alert">Required.</p>');
  });

  it("AUTH-21 the lock shows how long to wait", async () => {
    for (let time = 0; time < 5; time += 1) await submit({ ...asked, username: "bob", password: "wrong-password" });
    const answer = await submit({ ...asked, username: "bob", password: "callpanel-demo" });
    expect(answer.statusCode).toBe(429);
    expect(answer.body).toContain("Too many failed sign-ins. Try again in 30 seconds.");
  });

  it("AUTH-28 the page uses the panel's language, or else the browser's, also in errors", async () => {
    const browser = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.5" };
    const visit = async (query: object, headers: Record<string, string> = {}) =>
      (await server.app.inject({ url: "/oauth/authorize", query: { ...asked, ...query }, headers })).body;
    expect(await visit({}, browser)).toContain('<html lang="fr-CA">');
    const french = await visit({ ui_locales: "fr-CA en-US" });
    for (const words of ["<label>Nom d’utilisateur<", "<label>Mot de passe<", ">Se connecter</button>"])
      expect(french).toContain(words);
    expect(await visit({ ui_locales: "en-GB" }, browser)).toContain('<html lang="en-GB">');
    expect(await visit({ client_id: "stranger" }, browser)).toContain('<p role="alert">Client inconnu</p>');
    const wrong = await submit({ ...asked, ui_locales: "fr-CA", username: "carol", password: "wrong-password" });
    expect(wrong.body).toContain("Échec de la connexion. Adresse courriel ou mot de passe invalide.");
    expect(wrong.body).toContain('<input type="hidden" name="ui_locales" value="fr-CA">');
  });

  it("AUTH-23 the sign-out URL ends the session and redirects to the start", async () => {
    const token = await server.signIn("alice");
    const visit = await server.app.inject({ url: "/sign_out" });
    expect([visit.statusCode, visit.headers.location]).toEqual([303, "/"]);
    expect(await me(token.access_token)).toBe(200);
    const posted = await server.app.inject({
      method: "POST",
      url: "/sign_out",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: `token=${token.access_token}`,
    });
    expect([posted.statusCode, posted.headers.location]).toEqual([303, "/"]);
    expect(await me(token.access_token)).toBe(401);
  });

  it("AUTH-26 the redirect URI has the host name with which the server was reached", async () => {
    const at = async (host: string) =>
      (await server.app.inject({ url: "/api/v1/oauth_applications/callpanel", headers: { host } })).json<unknown>();
    expect(await at("localhost:8080")).toMatchObject({ client_id: "callpanel", redirect_uri: REDIRECT });
    expect(await at("127.0.0.1:8080")).toMatchObject({ redirect_uri: "http://127.0.0.1:8080/clusterpbx_callback" });
  });
});
