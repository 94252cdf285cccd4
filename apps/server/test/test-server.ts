import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { newPhoneSchema, tokenSchema, type Token } from "@callpanel/contract";
import { createFakeClock, createFakeMedia, type FakeClock, type FakeMedia } from "@callpanel/testkit";
import { composeServer, type ComposedServer } from "../src/app/compose.ts";
import { parseSettings } from "../src/app/config.ts";
import { createLogger } from "../src/app/log.ts";
import type { ServerConfig } from "../src/app/server-config.ts";
import { DEMO_PASSWORD } from "../src/modules/users/index.ts";
import { writeDemoStore } from "./demo-store.ts";

/** A fake clock that can also jump, as after a long sleep, without running the timers in between. */
export interface TestClock extends FakeClock {
  leap(ms: number): void;
}

export function createTestClock(): TestClock {
  const clock = createFakeClock();
  let leapt = 0;
  return {
    now: () => clock.now() + leapt,
    setTimeout: clock.setTimeout,
    advance: clock.advance,
    skip: clock.skip,
    get timerCount() {
      return clock.timerCount;
    },
    leap: (ms) => {
      leapt += ms;
    },
  };
}

/** A complete server in this process, with a temporary store and a fake clock. */
export interface TestServer extends ComposedServer {
  readonly clock: TestClock;
  readonly media: FakeMedia;
  readonly dataDir: string;
  /** The complete log output. */
  readonly logText: () => string;
  /** Tokens of a demo user. */
  signIn(username: string, password?: string): Promise<Token>;
  /** The SIP secret of a phone that is added for a demo user at the first call. */
  sipSecret(username: string): Promise<string>;
  /** A GET with the token of a demo user. */
  get(path: string, username: string): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Any other request of a demo user, with a JSON body if one is given. */
  send(
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    username: string,
    payload?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Stops the server and removes its store. */
  remove(): Promise<void>;
}

/** With `demo: true` the server itself seeds the demo company, as in production; otherwise it starts with a copy of it. */
export interface TestServerOptions extends Partial<Omit<ServerConfig, "clock" | "logger" | "openMedia">> {
  readonly clock?: TestClock;
}

const STOP_STEP_MS = 100;
const PROMPTS = new URL("../../../packages/pbx/prompts", import.meta.url).pathname;
const PANEL_DIR = new URL("./panel", import.meta.url).pathname;

export async function createTestServer({
  clock = createTestClock(),
  ...options
}: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "callpanel-test-"));
  if (options.demo === undefined && options.databaseUrl === undefined && readdirSync(dataDir).length === 0)
    await writeDemoStore(dataDir);
  const media = createFakeMedia();
  let logged = "";
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged += chunk.toString("utf8");
      done();
    },
  });
  const server = await composeServer({
    ...parseSettings({ PORT: "0", STUN_PORT: "0", SPEECH_PROGRAMS: "0" }),
    panelDir: PANEL_DIR,
    promptsFolder: PROMPTS,
    // Used when the first sound is converted; tests that do so pass a real one (`bundleForNode`).
    conversionUrl: new URL("file:///no-conversion"),
    ...options,
    dataDir,
    clock,
    logger: createLogger("debug", destination),
    openMedia: () => media,
  });
  const tokens = new Map<string, Token>();

  const signIn = async (username: string, password = DEMO_PASSWORD): Promise<Token> => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/oauth/token",
      payload: { grant_type: "password", username, password },
    });
    if (response.statusCode !== 200) throw new Error(`${username} could not sign in: ${response.body}`);
    return tokenSchema.parse(response.json());
  };
  const tokenOf = async (username: string): Promise<string> => {
    const token = tokens.get(username) ?? (await signIn(username));
    tokens.set(username, token);
    return token.access_token;
  };
  const secrets = new Map<string, Promise<string>>();
  const addPhone = async (username: string): Promise<string> => {
    const response = await server.app.inject({
      method: "POST",
      url: "/api/v1/phones",
      headers: bearer(await tokenOf(username)),
      payload: { label: "Test phone", current_password: DEMO_PASSWORD },
    });
    if (response.statusCode !== 200) throw new Error(`${username} could not add a phone: ${response.body}`);
    return newPhoneSchema.parse(response.json()).secret;
  };
  return {
    ...server,
    sipSecret: (username) => {
      const secret = secrets.get(username) ?? addPhone(username);
      secrets.set(username, secret);
      return secret;
    },
    clock,
    media,
    dataDir,
    logText: () => logged,
    signIn,
    get: async (path, username) => {
      const response = await server.app.inject({ url: path, headers: bearer(await tokenOf(username)) });
      const body: unknown = response.json();
      return { status: response.statusCode, body };
    },
    send: async (method, path, username, payload) => {
      const headers = bearer(await tokenOf(username));
      const response = await server.app.inject({ method, url: path, headers, ...(payload && { payload }) });
      const body: unknown = response.json();
      return { status: response.statusCode, body };
    },
    remove: async () => {
      let isStopped = false;
      const stopping = server.stop().finally(() => (isStopped = true));
      // A stop waits for calls whose end is on its way, by the clock.
      while (!isStopped) await clock.advance(STOP_STEP_MS);
      await stopping;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const bearer = (accessToken: string) => ({ authorization: `Bearer ${accessToken}` });
