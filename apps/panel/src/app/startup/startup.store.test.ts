import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { createFakeClock, settle } from "@callpanel/testkit/clock";
import { expect, it } from "vitest";
import { ALICE, createFakeServer, failure, read, VIDEO_CONFIG } from "../../../test/fakeServer.ts";
import { createSharedStorage } from "../../../test/memoryStorage.ts";
import { createExclusiveRun } from "../../adapters/browser/browser.ts";
import { createApi } from "../../adapters/http/api.ts";
import { createWire } from "../../adapters/http/wire.ts";
import { createSession } from "../../features/session/index.ts";
import { createNotices } from "../../shared/notices/notices.ts";
import { createWords } from "../../shared/words/words.ts";
import { createStartUp } from "./startup.store.ts";

async function setUp() {
  const clock = createFakeClock();
  const server = createFakeServer({ nowSeconds: () => clock.now() / 1000 });
  server.permit([read("panel_buddies"), read("configs"), read("softphone")]);
  const wire = createWire({ fetch: server.fetch, apiBase: "/api", apiVersion: "v1" });
  const session = createSession({
    wire,
    storage: createSharedStorage().tab(),
    clock,
    exclusively: createExclusiveRun(undefined),
  });
  await session.signIn({ username: "alice", password: "secret" });
  const notices = createNotices({ clock });
  const words = createWords();
  const startUp = createStartUp({
    api: createApi({ wire, bearers: session }),
    clock,
    notices,
    words: { get: () => words, subscribe: () => () => {} },
    onFlags: () => {},
  });
  const phases: string[] = [];
  startUp.subscribe(() => {
    const state = startUp.get();
    phases.push(state.phase === "loading" ? state.step : state.phase);
  });
  const texts = () => notices.get().map(({ text }) => text);
  return { clock, server, session, startUp, phases, texts };
}

it("SHELL-4 permissions, user, application, ready", async () => {
  const { startUp, phases } = await setUp();
  startUp.run();
  await settle();
  expect(phases).toEqual(["permissions", "user", "application", "ready"]);
  expect(startUp.get().viewer).toMatchObject({
    user: { username: "alice" },
    flags: { softphone: true },
    sip: { realm: "demo" },
  });
});

it("SHELL-4 without the permissions of the softphone its settings are not requested", async () => {
  const { startUp, server } = await setUp();
  server.permit([read("panel_buddies"), read("softphone")]);
  startUp.run();
  await settle();
  expect(startUp.get().viewer?.sip).toBeNull();
  expect(server.seenAt("config/sipua")).toHaveLength(0);
  expect(server.seenAt("feature_codes")).toHaveLength(0);
});

it.each([
  ["users/permissions", "Failed to init application"],
  ["users/me", "Failed to get current user"],
])("SHELL-5 a failure of %s ends the start-up with init.api", async (path, failed) => {
  const { startUp, server } = await setUp();
  server.spoil(path, failure(500, "server.internal", "Database is away"));
  startUp.run();
  await settle();
  expect(startUp.get()).toEqual({
    phase: "failed",
    error: { code: "init.api", details: { message: `${failed}. Database is away` }, text: null },
    viewer: null,
  });
});

it("SHELL-5 an unreadable user has its own error", async () => {
  const { startUp, server } = await setUp();
  server.spoil("users/me", { status: 200, body: { id: "x" } });
  startUp.run();
  await settle();
  expect(startUp.get()).toMatchObject({ error: { details: { message: "Failed to get current user" } } });
});

it("SHELL-5 feature codes fall back to the defaults with a warning", async () => {
  const { startUp, server, texts } = await setUp();
  server.spoil("feature_codes", failure(500, "server.internal", "Broken"));
  startUp.run();
  await settle();
  expect(startUp.get().viewer?.featureCodes).toBe(DEFAULT_FEATURE_CODES);
  expect(texts()).toEqual(["WARNING: failed to get feature codes, will use defaults"]);
});

it("SHELL-5 failures of SIP settings and licences show a notice; the panel starts", async () => {
  const { startUp, server, texts } = await setUp();
  for (const path of ["config/sipua", "clients/licenses"])
    server.spoil(path, failure(500, "server.internal", "Broken"));
  startUp.run();
  await settle();
  expect(startUp.get()).toMatchObject({ phase: "ready", viewer: { sip: null } });
  expect(texts().toSorted()).toEqual(["Failed to get licenses from API", "SIPUA Configuration error: Broken"]);
});

it.each([
  ["on with the right, the setting and a licence", true, 5, true],
  ["off without a licence", true, -1, false],
  ["off where the company does not use it", false, 5, false],
] as const)("VIDEO-20 video rooms are %s", async (_, enabled, limit, shown) => {
  const { startUp, server } = await setUp();
  server.permit([read("video_conferences")]);
  server.spoil("video_conference_configs", { status: 200, body: { ...VIDEO_CONFIG, enabled } });
  const licence = { feature: "video_conf_limit", value: limit };
  server.spoil("clients/licenses", { status: 200, body: { data: [licence] } });
  startUp.run();
  await settle();
  expect(startUp.get().viewer?.flags.videoConfRead).toBe(shown);
});

it("VIDEO-20 settings of video rooms that fail to load show a notice; without the right they are not requested", async () => {
  const { startUp, server, texts } = await setUp();
  startUp.run();
  await settle();
  expect(server.seenAt("video_conference_configs")).toEqual([]);
  server.permit([read("video_conferences")]);
  server.spoil("video_conference_configs", failure(500, "server.internal", "Broken"));
  startUp.run();
  await settle();
  expect(startUp.get()).toMatchObject({ phase: "ready", viewer: { video: null, flags: { videoConfRead: false } } });
  expect(texts()).toEqual(["Failed to get video conference configs from API."]);
});

it("SHELL-6 a server that does not respond is tried again every 5 s, and the panel stays as it was", async () => {
  const { startUp, server, clock } = await setUp();
  startUp.run();
  await settle();
  const before = startUp.get().viewer;
  server.spoil("users/permissions", "unreachable");
  startUp.run();
  await settle();
  expect(startUp.get()).toEqual({ phase: "waiting", viewer: before });
  server.spoil("users/permissions", null);
  await clock.advance(4_999);
  expect(startUp.get().phase).toBe("waiting");
  await clock.advance(1);
  expect(startUp.get().phase).toBe("ready");
});

it("SHELL-6 an outdated run changes nothing", async () => {
  const { startUp, phases } = await setUp();
  startUp.run();
  startUp.run();
  await settle();
  expect(phases.filter((phase) => phase === "ready")).toHaveLength(1);
});

it("SESSION-9 leaving forgets the person", async () => {
  const { startUp, clock, server } = await setUp();
  server.spoil("users/permissions", "unreachable");
  startUp.run();
  await settle();
  startUp.leave();
  await clock.advance(10_000);
  expect(startUp.get()).toEqual({ phase: "loading", step: "permissions", viewer: null });
  expect(server.seenAt("users/permissions")).toHaveLength(1);
});

it("PICTURE-10 a new picture changes only its address", async () => {
  const { startUp } = await setUp();
  startUp.setPicture("/early");
  expect(startUp.get().viewer).toBeNull();
  startUp.run();
  await settle();
  const before = startUp.get().viewer;
  startUp.setPicture("/p");
  expect(startUp.get()).toEqual({
    phase: "ready",
    viewer: { ...before, user: { ...before?.user, pictureProfileUrl: "/p" } },
  });
});

it("ACCOUNT-48 the person is loaded again; a failure, and a response after the sign-out, change nothing", async () => {
  const { startUp, server } = await setUp();
  startUp.run();
  await settle();
  const before = startUp.get();
  server.spoil("users/me", "unreachable");
  startUp.reloadUser();
  await settle();
  expect(startUp.get()).toEqual(before);
  server.spoil("users/me", { status: 200, body: { ...ALICE, firstName: "Alicia" } });
  startUp.reloadUser();
  await settle();
  expect(startUp.get().viewer).toEqual({ ...before.viewer, user: { ...ALICE, firstName: "Alicia" } });
  startUp.reloadUser();
  startUp.leave();
  await settle();
  expect(startUp.get().viewer).toBeNull();
});

it("FEATURE-6 the codes that telephones dial are loaded again; a failure, and a response after the sign-out, change nothing", async () => {
  const { startUp, server } = await setUp();
  startUp.run();
  await settle();
  const before = startUp.get();
  expect(before.viewer?.flags.softphone).toBe(true);
  server.spoil("feature_codes", "unreachable");
  startUp.reloadFeatureCodes();
  await settle();
  expect(startUp.get()).toEqual(before);
  const data = [{ name: "dnd", code: "*78", target: "none" }];
  server.spoil("feature_codes", { status: 200, body: { total: 1, data } });
  startUp.reloadFeatureCodes();
  await settle();
  expect(startUp.get().viewer).toEqual({ ...before.viewer, featureCodes: data });
  startUp.reloadFeatureCodes();
  startUp.leave();
  await settle();
  expect(startUp.get().viewer).toBeNull();
});
