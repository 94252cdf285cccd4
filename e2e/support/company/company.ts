/** A company of the demo: a server with data of its own, and people with a browser each. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Locator, type Page, type TestInfo } from "@playwright/test";
import { BALLAST, canMountDisks, createSmallDisk } from "@callpanel/testkit/small-disk";
import { type BrowserOptions, voiceOf } from "../browser/browser.ts";
import type { Browsers } from "../browser/browsers.ts";
import { DEMO_PASSWORD } from "./demo.ts";
import {
  createServerFolder,
  runCommand,
  type RunningServer,
  type ServerFolder,
  startAgain,
  startServer,
} from "../server.ts";
import { listenIn } from "../media/sound.ts";
import { type StartPage, startPageOf } from "../browser/start-page.ts";
import { keepMessages } from "../browser/messages.ts";

export interface PersonOptions extends BrowserOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
  readonly path?: string;
  readonly userAgent?: string;
  /** The browser's language; English where it is not given. */
  readonly locale?: string;
  /** Things move on the screen, as for most people. Otherwise the system asks for reduced motion: a browser without a graphics card spends half a core on a ringing call. */
  readonly hasMotion?: boolean;
  /** Runs in the page before anything of it does. */
  readonly before?: () => void;
  /** Another way to the server, for example a line that can be cut. */
  readonly address?: string;
}

export interface Person {
  readonly username: string;
  readonly page: Page;
  readonly browser: Browser;
  readonly voiceHz: number;
}

export interface Company {
  readonly server: RunningServer;
  /** What the server keeps. */
  readonly data: Pick<ServerFolder, "path">;
  /** `npm run callpanel -- …` on the running server's data; rejects with what it printed when it refuses. */
  administer(...words: string[]): Promise<void>;
  /** A browser to themselves at the sign-in page (or `path`), nothing typed yet. */
  open(username: string, options?: PersonOptions): Promise<Person>;
  /** The same, signed in and, where they may use the phone, registered. */
  signIn(username: string, options?: PersonOptions): Promise<Person>;
  /** Signs in a person who is at the sign-in page, and waits for the phone. */
  enter(person: Person): Promise<void>;
  /** Alice, Bob and Carol, one after the other. */
  signInTrio(): Promise<readonly [Person, Person, Person]>;
  /** Stops the server and starts it again on the same port and data. */
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** The small file system for sounds and files of chat (`CompanySettings.diskBytes`), where this machine allows one. */
  readonly disk: CompanyDisk | undefined;
  /** Only stops it; `restart` brings it back. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export interface CompanyDisk {
  /** To the last byte. */
  fill(): void;
  free(): void;
  /** Names of what the server keeps there. */
  files(): readonly string[];
}

export interface CompanySettings {
  /** Settings of the server beyond the usual. */
  readonly serverEnv: Record<string, string>;
  /** Whether everybody has the whole browser (`BrowserOptions.isWhole`). */
  readonly isWhole: boolean;
  /** Sounds and files of chat are on a file system of this size; 0: where everything is. */
  readonly diskBytes: number;
  /**
   * The journeys of this file have one company, in the order of the file (`test.describe.configure({ mode: "default" })`): a person who has signed in
   * before begins at the first page, without calls. For journeys that change nothing the next one would see.
   */
  readonly isShared: boolean;
}

export interface OpenCompany extends Company {
  /** A journey begins: what the consoles of the browsers say is noted with it. */
  begin(journey: TestInfo): void;
  /** Ends all calls and closes the browsers of people who signed in in a special way, so that the next journey can begin with the others. */
  tidy(): Promise<void>;
  /** Closes the browsers, stops the server and removes its data. */
  close(): Promise<void>;
}

export async function openCompany(
  { serverEnv, isWhole, diskBytes }: CompanySettings,
  kept: Browsers,
): Promise<OpenCompany> {
  const data = await createServerFolder();
  const files = join(data.path, "sounds");
  const disk = diskBytes > 0 && canMountDisks ? createSmallDisk(files, diskBytes) : undefined;
  let server = await startServer(data, { env: serverEnv, disk });
  const port = Number(new URL(server.address).port);
  const browsers = new Set<Browser>();
  /** People who signed in as everybody does, by username: the next journey that asks for them gets the same page. */
  const present = new Map<string, Person & { readonly start: StartPage }>();
  const letGo = async (browser: Browser): Promise<void> => {
    browsers.delete(browser);
    await kept.giveBack(browser);
  };
  /** People who are in this journey already: the same username again is the same person at another browser. */
  const entered = new Set<string>();
  let notes: TestInfo | undefined;

  const open = async (username: string, options: PersonOptions = {}): Promise<Person> => {
    const browser = await kept.lend(username, { isWhole, ...options });
    browsers.add(browser);
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1440, height: 900 },
      colorScheme: options.colorScheme ?? "light",
      reducedMotion: options.hasMotion === true ? "no-preference" : "reduce",
      // The headless shell shows no notifications, and keeping the panel for later takes a fifth of a person's CPU: only the whole browser has the worker.
      serviceWorkers: (options.isWhole ?? isWhole) ? "allow" : "block",
      locale: options.locale ?? "en-US",
      ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
      permissions: options.microphone === "denied" ? [] : ["microphone", "camera", "notifications"],
    });
    const page = await context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error")
        notes?.annotations.push({ type: `console of ${username}`, description: message.text() });
    });
    page.on("pageerror", (error) =>
      notes?.annotations.push({ type: `error of ${username}`, description: String(error.stack) }),
    );
    if (isOrdinary({ isWhole, ...options }) && options.address === undefined) await saveData(page);
    await listenIn(page);
    await page.addInitScript(keepMessages);
    if (options.before) await page.addInitScript(options.before);
    await page.goto(`${options.address ?? server.address}${options.path ?? "/"}`);
    return { username, page, browser, voiceHz: voiceOf(username) };
  };
  const enter = async (person: Person): Promise<void> => {
    await signIn(person.page, person.username);
    await expect(phoneStatus(person)).toHaveText("Registered");
  };
  const openAndEnter = async (username: string, options?: PersonOptions): Promise<Person> => {
    const person = await open(username, options);
    await enter(person);
    return person;
  };
  const openSignedIn = async (username: string, options: PersonOptions = {}): Promise<Person> => {
    const address = options.address ?? server.address;
    const person = await open(username, { ...options, path: BLANK });
    await storeToken(person, address);
    await person.page.goto(`${address}${options.path ?? "/"}`);
    await expect(phoneStatus(person)).toHaveText("Registered");
    return person;
  };
  const signInAs = async (username: string, options?: PersonOptions): Promise<Person> => {
    const known = options === undefined && !entered.has(username) ? present.get(username) : undefined;
    entered.add(username);
    if (known !== undefined && !known.page.isClosed()) {
      if (!(await known.start.comeBack())) await known.page.goto(server.address);
      await expect(phoneStatus(known)).toHaveText("Registered");
      return known;
    }
    const person = await (isOrdinary({ isWhole, ...options })
      ? openSignedIn(username, options)
      : openAndEnter(username, options));
    if (options === undefined && !present.has(username))
      present.set(username, { ...person, start: await startPageOf(person.page) });
    return person;
  };

  return {
    get server() {
      return server;
    },
    data,
    administer: (...words) => runCommand(data, words),
    open,
    signIn: signInAs,
    enter,
    signInTrio: async () => [await signInAs("alice"), await signInAs("bob"), await signInAs("carol")],
    restart: async (signal) => {
      await server.stop(signal);
      server = await startAgain(data, { port, env: serverEnv, disk });
    },
    disk: disk && {
      fill: () => disk.fill(server.pid),
      free: () => disk.free(server.pid),
      files: () =>
        readdirSync(`/proc/${server.pid}/root${files}`, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== BALLAST)
          .map(({ name }) => name)
          .toSorted(),
    },
    stop: async (signal) => {
      await server.stop(signal);
    },
    begin: (journey) => {
      notes = journey;
      entered.clear();
    },
    tidy: async () => {
      const staying = [...present.values()];
      for (const browser of browsers) if (!staying.some((person) => person.browser === browser)) await letGo(browser);
      for (const person of staying) await endCallsOf(person);
    },
    close: async () => {
      await Promise.all(Array.from(browsers, letGo));
      const code = await server.stop();
      await data.remove();
      expect(code, `the server ends cleanly:\n${server.output()}`).toBe(0);
      // A disk that was filled on purpose is one.
      const said = disk === undefined ? server.output() : server.output().replaceAll(/^.*"sounds\.full".*$/gm, "");
      expect(said, "the server logs no error").not.toMatch(/"level":(50|60)|unhandled/i);
    },
  };
}

/** A page of the server's address without code of ours. */
const BLANK = "/healthz";

/**
 * A person with a usual browser begins where a sign-in ends: a second and a half of CPU less, four hundred times. The sign-in page has journeys of its own (session, account,
 * embedding), and `enter` types into it.
 */
const isOrdinary = ({ microphone, autoplay, before, isWhole }: PersonOptions): boolean =>
  microphone === undefined && autoplay === undefined && before === undefined && isWhole !== true;

/**
 * The panel fetches its other pages three seconds after it is shown, unless the browser saves data (SHELL-22): more than half a second of CPU, and most journeys open one of them.
 * Whole browsers and those whose line a journey cuts fetch them.
 */
async function saveData(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
}

/** What the sign-in page does with its form: the same request, by the same browser, and the answer kept where the panel looks for it (spec 1 §3). */
async function storeToken({ page, username }: Person, address: string): Promise<void> {
  const data = { grant_type: "password", username, password: DEMO_PASSWORD };
  const answer = await page.context().request.post(`${address}/api/oauth/token`, { data });
  expect(answer.status(), `${username} signs in`).toBe(200);
  const token: unknown = await answer.json();
  await page.evaluate((fields) => {
    for (const [field, value] of Object.entries(fields ?? {})) localStorage.setItem(`auth_${field}`, String(value));
  }, token);
}

/** A call that the other side ends at the same moment takes its button away: then the next one is looked for. */
async function endCallsOf(person: Person): Promise<void> {
  const ending = anyCall(person).getByRole("button", { name: /^(Hang up|Reject)$/ });
  await expect(async () => {
    if ((await anyCall(person).count()) > 0) await ending.first().click({ timeout: 1_000 });
    await expect(anyCall(person)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
}

export async function signIn(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const softphone = ({ page }: Person): Locator => page.getByRole("region", { name: "Softphone" });
export const phoneStatus = (person: Person): Locator => softphone(person).getByRole("status", { name: "Phone status" });
export const anyCall = ({ page }: Person): Locator => page.getByRole("group", { name: /^Call with / });
