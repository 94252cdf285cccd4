/** People with a browser each, and what journeys do with them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, test as base, expect, type Frame, type Locator, type Page } from "@playwright/test";
import { type BrowserOptions, launchBrowser, voiceOf } from "./browser.ts";
import { DEMO_PASSWORD } from "./demo.ts";
import { createServerFolder, runCommand, type RunningServer, type ServerFolder, startServer } from "./server.ts";
import { hear, listenIn } from "./sound.ts";

export { DEMO_PASSWORD, expect };

export interface PersonOptions extends BrowserOptions {
  readonly viewport?: { width: number; height: number };
  readonly colorScheme?: "light" | "dark";
  readonly path?: string;
  readonly userAgent?: string;
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
  /** A browser of their own at the sign-in page (or `path`), nothing typed yet. */
  open(username: string, options?: PersonOptions): Promise<Person>;
  /** The same, signed in and, where they may use the phone, registered. */
  signIn(username: string, options?: PersonOptions): Promise<Person>;
  /** Signs in a person who is at the sign-in page, and waits for the phone. */
  enter(person: Person): Promise<void>;
  /** Alice, Bob and Carol, one after the other. */
  signInTrio(): Promise<readonly [Person, Person, Person]>;
  /** Stops the server and starts it again on the same port and data. */
  restart(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
  /** Only stops it; `restart` brings it back. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

export const test = base.extend<{ company: Company; serverEnv: Record<string, string>; isWhole: boolean }>({
  /** Settings of the server beyond the usual; set it with `test.use`. */
  serverEnv: [{}, { option: true }],
  /** Whether everybody has the whole browser (`BrowserOptions.isWhole`). */
  isWhole: [false, { option: true }],
  company: async ({ serverEnv, isWhole }, use, testInfo) => {
    const data = await createServerFolder();
    const sounds = await mkdtemp(join(tmpdir(), "callpanel-sound-"));
    let server = await startServer(data, { env: serverEnv });
    const port = Number(new URL(server.address).port);
    const browsers: Browser[] = [];

    const open = async (username: string, options: PersonOptions = {}): Promise<Person> => {
      const browser = await launchBrowser(sounds, username, { isWhole, ...options });
      browsers.push(browser);
      const context = await browser.newContext({
        viewport: options.viewport ?? { width: 1440, height: 900 },
        colorScheme: options.colorScheme ?? "light",
        locale: "en-US",
        ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
        permissions: options.microphone === "denied" ? [] : ["microphone", "notifications"],
      });
      const page = await context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error")
          testInfo.annotations.push({ type: `console of ${username}`, description: message.text() });
      });
      page.on("pageerror", (error) =>
        testInfo.annotations.push({ type: `error of ${username}`, description: String(error.stack) }),
      );
      await listenIn(page);
      if (options.before) await page.addInitScript(options.before);
      await page.goto(`${options.address ?? server.address}${options.path ?? "/"}`);
      return { username, page, browser, voiceHz: voiceOf(username) };
    };

    const signInAs = async (username: string, options?: PersonOptions): Promise<Person> => {
      const person = await open(username, options);
      await enter(person);
      return person;
    };
    const enter = async (person: Person): Promise<void> => {
      await signIn(person.page, person.username);
      await expect(phoneStatus(person)).toHaveText("Registered");
    };

    await use({
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
        server = await startServer(data, { port, env: serverEnv });
      },
      stop: async (signal) => {
        await server.stop(signal);
      },
    });

    await Promise.all(browsers.map((browser) => browser.close()));
    const code = await server.stop();
    if (testInfo.status !== testInfo.expectedStatus) await testInfo.attach("server output", { body: server.output() });
    await rm(sounds, { recursive: true, force: true });
    await data.remove();
    expect(code, `the server ends cleanly:\n${server.output()}`).toBe(0);
    expect(server.output(), "the server logs no error").not.toMatch(/"level":(50|60)|unhandled/i);
  },
});

export async function signIn(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const softphone = ({ page }: Person): Locator => page.getByRole("region", { name: "Softphone" });
export const phoneStatus = (person: Person): Locator => softphone(person).getByRole("status", { name: "Phone status" });
export const callWith = ({ page }: Person, peer: string | RegExp): Locator =>
  page.getByRole("group", { name: typeof peer === "string" ? `Call with ${peer}` : peer });
export const anyCall = ({ page }: Person): Locator => page.getByRole("group", { name: /^Call with / });

export async function dial(person: Person, number: string): Promise<void> {
  await softphone(person).getByRole("combobox", { name: "Number" }).fill(number);
  await softphone(person).getByRole("button", { name: "Call", exact: true }).click();
}

/** Two people in a call that both have accepted. */
export async function talk(caller: Person, callee: Person, number: string): Promise<void> {
  await dial(caller, number);
  await anyCall(callee).getByRole("button", { name: "Accept" }).click();
  await expect(anyCall(caller).first()).toHaveAttribute("data-state", "on-call");
  await expect(anyCall(callee).first()).toHaveAttribute("data-state", "on-call");
}

const NEAR_HZ = 25;
const AUDIBLE_DB = -40;
const SILENT_DB = -60;

/** A person, or a frame with the page in which they listen. */
export interface Listener {
  readonly username: string;
  readonly page: Page | Frame;
}

export async function expectHears(listener: Listener, frequencyHz: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { levelDb, frequencyHz: heardHz } = await hear(listener.page);
        return levelDb > AUDIBLE_DB && Math.abs(heardHz - frequencyHz) < NEAR_HZ
          ? "the tone"
          : `${Math.round(heardHz)} Hz at ${Math.round(levelDb)} dB`;
      },
      { message: `${listener.username} hears ${frequencyHz} Hz` },
    )
    .toBe("the tone");
}

/** A short note among others is heard, whichever of them is the loudest; listened to without a break. */
export async function expectHearsNote(listener: Listener, frequencyHz: number): Promise<void> {
  await expect
    .poll(async () => (await hear(listener.page, [frequencyHz])).levelsDb[0], {
      message: `${listener.username} hears a note of ${frequencyHz} Hz`,
      intervals: [20],
    })
    .toBeGreaterThan(TONE_AUDIBLE_DB);
}

export async function expectSilence(listener: Person): Promise<void> {
  await expect
    .poll(async () => ((await hear(listener.page)).levelDb < SILENT_DB ? "silence" : "sound"), {
      message: `${listener.username} hears nothing`,
    })
    .toBe("silence");
}

/** Each person of the first list is heard, and no person of the second; several at the same time, as in a room. */
export async function expectHearsPeople(
  listener: Person,
  heard: readonly Person[],
  notHeard: readonly Person[] = [],
): Promise<void> {
  const all = [...heard, ...notHeard];
  await expect
    .poll(
      async () => {
        const { levelsDb } = await hear(
          listener.page,
          all.map(({ voiceHz }) => voiceHz),
        );
        return all
          .filter((_, at) => (levelsDb[at] ?? -120) > TONE_AUDIBLE_DB)
          .map(({ username }) => username)
          .join(" ");
      },
      { message: `whom ${listener.username} hears` },
    )
    .toBe(heard.map(({ username }) => username).join(" "));
}

const TONE_AUDIBLE_DB = -55; // of one line of the spectrum; voices come in at −15 to −30
