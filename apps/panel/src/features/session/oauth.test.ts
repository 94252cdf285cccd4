import { webcrypto } from "node:crypto";
import { createFakeClock } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { createFakeServer } from "../../../test/fakeServer.ts";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { createExclusiveRun } from "../../adapters/browser/browser.ts";
import { createWire } from "../../adapters/http/wire.ts";
import { finishOauth, startOauth } from "./oauth.ts";
import { createSession } from "./session.store.ts";

/** RFC 7636, appendix B. */
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

function setUp() {
  const server = createFakeServer();
  const wire = createWire({ fetch: server.fetch, apiBase: "/api", apiVersion: "v1" });
  const storage = createSharedStorage();
  const session = createSession({
    wire,
    storage: storage.tab(),
    clock: createFakeClock(),
    exclusively: createExclusiveRun(undefined),
  });
  const tab = createSharedStorage();
  const texts = [VERIFIER, "nonce"];
  const deps = {
    wire,
    session,
    tabStorage: tab.tab(),
    origin: "https://panel.test",
    signInPath: "/api/oauth/authorize",
    randomText: () => texts.shift() ?? "spent",
    sha256: (text: string) => webcrypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  };
  return { server, session, tab, deps };
}

it("SESSION-8 the redirect requests a code with the challenge of RFC 7636", async () => {
  const { deps } = setUp();
  const address = new URL(await startOauth(deps, { returnTo: "/buddies", locale: "fr-CA" }));
  expect(address.origin + address.pathname).toBe("https://panel.test/api/oauth/authorize");
  expect(Object.fromEntries(address.searchParams)).toEqual({
    response_type: "code",
    client_id: "callpanel",
    redirect_uri: "https://panel.test/clusterpbx_callback",
    state: "nonce./buddies",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ui_locales: "fr-CA",
  });
});

it("SESSION-8 the callback exchanges the code with its verifier and opens the route in the state", async () => {
  const { deps, server, session } = setUp();
  await startOauth(deps, { returnTo: "/buddies", locale: "fr-CA" });
  const result = await finishOauth(deps, new URLSearchParams({ code: "c1", state: "nonce./buddies" }));
  expect(result).toEqual({ ok: true, to: "/buddies" });
  expect(server.seenAt("/oauth/token")[0]?.body).toEqual({
    grant_type: "authorization_code",
    client_id: "callpanel",
    redirect_uri: "https://panel.test/clusterpbx_callback",
    code: "c1",
    code_verifier: VERIFIER,
  });
  expect(session.state.get().phase).toBe("signed-in");
});

it.each([
  ["another state", { code: "c1", state: "nonce./elsewhere" }],
  ["no code", { state: "nonce./buddies" }],
  ["a refusal", { error: "access_denied", state: "nonce./buddies" }],
])("SESSION-8 %s is login.error.oauth2 and sends no request", async (_, query) => {
  const { deps, server } = setUp();
  await startOauth(deps, { returnTo: "/buddies", locale: "fr-CA" });
  expect(await finishOauth(deps, new URLSearchParams(query))).toMatchObject({
    ok: false,
    error: { code: "login.error.oauth2" },
  });
  expect(server.seenAt("/oauth/token")).toHaveLength(0);
});

it("SESSION-8 the state is valid once", async () => {
  const { deps } = setUp();
  await startOauth(deps, { returnTo: "/buddies", locale: "fr-CA" });
  const query = new URLSearchParams({ code: "c1", state: "nonce./buddies" });
  await finishOauth(deps, query);
  expect(await finishOauth(deps, query)).toMatchObject({ ok: false });
});

it("SESSION-7 a state that names another site opens the start page", async () => {
  const { deps } = setUp();
  await startOauth(deps, { returnTo: "//evil.test/x", locale: "fr-CA" });
  expect(await finishOauth(deps, new URLSearchParams({ code: "c1", state: "nonce.//evil.test/x" }))).toEqual({
    ok: true,
    to: "/",
  });
});
