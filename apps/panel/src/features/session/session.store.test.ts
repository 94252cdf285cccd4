import { createFakeClock } from "@callpanel/testkit/clock";
import { getCurrentUser } from "@callpanel/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { createFakeServer, failure } from "../../../test/fakeServer.ts";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { createExclusiveRun } from "../../adapters/browser/browser.ts";
import { createApi } from "../../adapters/http/api.ts";
import { createWire } from "../../adapters/http/wire.ts";
import { createSession } from "./session.store.ts";

const GOOD = { username: "alice", password: "secret" };

function setUp() {
  const clock = createFakeClock();
  const server = createFakeServer({ nowSeconds: () => clock.now() / 1000 });
  const storage = createSharedStorage();
  const wire = createWire({ fetch: server.fetch, apiBase: "/api", apiVersion: "v1" });
  const exclusively = createExclusiveRun(undefined);
  const openTab = () => {
    const session = createSession({ wire, storage: storage.tab(), clock, exclusively });
    const stop = session.watchTabs();
    return { session, stop, api: createApi({ wire, bearers: session }) };
  };
  return { clock, server, storage, openTab };
}

let world: ReturnType<typeof setUp>;
beforeEach(() => {
  world = setUp();
});

const refreshesOf = () =>
  world.server.seenAt("/oauth/token").filter(({ body }) => JSON.stringify(body).includes("refresh_token"));

describe("signing in", () => {
  it("SESSION-2 a refused password gives the server's code and text, and no tokens", async () => {
    const { session } = world.openTab();
    const result = await session.signIn({ username: "alice", password: "wrong" });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "login.error.login", text: "Failed login. Invalid email or password." },
    });
    expect(world.storage.entries.size).toBe(0);
  });

  it("SESSION-2 a response without a text falls back to login.error.login", async () => {
    world.server.spoil("/oauth/token", { status: 400, body: "" });
    const result = await world.openTab().session.signIn(GOOD);
    expect(result).toEqual({ ok: false, error: { code: "login.error.login", details: {}, text: null } });
  });

  it("SESSION-3 the tokens are kept only once the session is valid", async () => {
    const { session } = world.openTab();
    expect(await session.signIn(GOOD)).toEqual({ ok: true });
    expect(session.state.get()).toMatchObject({ phase: "signed-in", token: { access_token: "access-1" } });
    expect(world.server.seenAt("validate_callpanel_session")[0]?.authorization).toBe("Bearer access-1");
  });

  it.each([
    [
      "an error",
      failure(403, "login.error.session", "Invalid user session. This user is not allowed to access callpanel"),
    ],
    ["success false", { status: 200, body: { success: false } }],
  ])("SESSION-3 %s from the validation is login.error.session, and nothing is stored", async (_, reply) => {
    world.server.spoil("validate_callpanel_session", reply);
    const { session } = world.openTab();
    expect(await session.signIn(GOOD)).toMatchObject({ ok: false, error: { code: "login.error.session" } });
    expect(session.state.get()).toEqual({ phase: "signed-out" });
    expect(world.storage.entries.size).toBe(0);
  });
});

describe("refreshing", () => {
  it("SESSION-4 an expired token is refreshed before the call", async () => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    await world.clock.advance(3_600_000);
    await api.call(getCurrentUser, {});
    expect(world.server.seenAt("users/me").map(({ authorization }) => authorization)).toEqual(["Bearer access-2"]);
  });

  it("SESSION-5 a 401 brings one refresh and one retry", async () => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.server.expireAll();
    expect((await api.call(getCurrentUser, {})).username).toBe("alice");
    expect(refreshesOf()).toHaveLength(1);
    expect(world.server.seenAt("users/me")).toHaveLength(2);
  });

  it("SESSION-5 a retry that is refused again is not retried", async () => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.server.spoil("users/me", failure(401, "request.unauthorized", "Sign in"));
    await expect(api.call(getCurrentUser, {})).rejects.toMatchObject({ fault: { kind: "answer", status: 401 } });
    expect(world.server.seenAt("users/me")).toHaveLength(2);
  });

  it("SESSION-5 concurrent calls share one refresh", async () => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.server.expireAll();
    const users = await Promise.all([1, 2, 3, 4].map(() => api.call(getCurrentUser, {})));
    expect(users).toHaveLength(4);
    expect(refreshesOf()).toHaveLength(1);
  });

  it("SESSION-5 two tabs refresh once: the second takes the token of the first", async () => {
    const first = world.openTab();
    await first.session.signIn(GOOD);
    const second = world.openTab();
    // The tabs do not receive each other's tokens in time.
    first.stop();
    second.stop();
    world.server.expireAll();
    await Promise.all([first.api.call(getCurrentUser, {}), second.api.call(getCurrentUser, {})]);
    expect(refreshesOf()).toHaveLength(1);
  });

  it("SESSION-6 SESSION-13 a refused refresh ends the session, and the reason is kept", async () => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.server.expireAll();
    world.server.refuseRefresh();
    await expect(api.call(getCurrentUser, {})).rejects.toMatchObject({ fault: { kind: "signed-out" } });
    expect(session.state.get()).toEqual({ phase: "signed-out", lost: "token.refreshFailed" });
    expect(world.storage.entries.size).toBe(0);
  });

  it("SESSION-13 a missing or unreadable access token shows a message, but not to a person who was never signed in", async () => {
    expect(world.openTab().session.state.get()).toEqual({ phase: "signed-out" });
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.storage.entries.delete("auth_access_token");
    expect(world.openTab().session.state.get()).toEqual({ phase: "signed-out", lost: "token.noAccess" });
    world.server.expireAll();
    await expect(api.call(getCurrentUser, {})).rejects.toMatchObject({ fault: { kind: "signed-out" } });
    expect(session.state.get()).toEqual({ phase: "signed-out", lost: "token.noAccess" });
    expect(world.storage.entries.size).toBe(0);
  });

  it("SESSION-6 SESSION-13 without a refresh token a 401 ends the session", async () => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.storage.entries.set("auth_refresh_token", "");
    world.server.expireAll();
    await expect(api.call(getCurrentUser, {})).rejects.toMatchObject({ fault: { kind: "signed-out" } });
    expect(refreshesOf()).toHaveLength(0);
    expect(session.state.get()).toEqual({ phase: "signed-out", lost: "token.noRefresh" });
  });

  it.each([
    ["no answer", "unreachable" as const],
    ["a busy server", failure(429, "request.tooMany", "Too many")],
    ["a broken server", failure(500, "server.internal", "Broken")],
  ])("SESSION-6 %s is not a refusal: the tokens stay", async (_, reply) => {
    const { session, api } = world.openTab();
    await session.signIn(GOOD);
    world.server.expireAll();
    world.server.spoil("/oauth/token", reply);
    await expect(api.call(getCurrentUser, {})).rejects.toThrow();
    expect(session.state.get().phase).toBe("signed-in");
    world.server.spoil("/oauth/token", null);
    expect((await api.call(getCurrentUser, {})).username).toBe("alice");
  });
});

describe("signing out", () => {
  it("SESSION-9 removes the tokens immediately, here and in the other tab, and revokes them", async () => {
    const first = world.openTab();
    const second = world.openTab();
    await first.session.signIn(GOOD);
    expect(second.session.state.get().phase).toBe("signed-in");
    const done = first.session.signOut();
    expect(first.session.state.get().phase).toBe("signed-out");
    expect(second.session.state.get().phase).toBe("signed-out");
    await done;
    expect(world.server.seenAt("/oauth/revoke").map(({ body }) => body)).toEqual([
      { token: "refresh-1", client_id: "callpanel" },
    ]);
  });

  it("SESSION-9 the sign-out also works if the server does not respond", async () => {
    const { session } = world.openTab();
    await session.signIn(GOOD);
    world.server.spoil("/oauth/revoke", "unreachable");
    await session.signOut();
    expect(world.storage.entries.size).toBe(0);
  });
});
