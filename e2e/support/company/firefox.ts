/** A separate Firefox, by WebDriver BiDi, with a fake microphone and a virtual sound device. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Browser, launch, type Page } from "puppeteer-core";
import { DEMO_PASSWORD, expect } from "./people.ts";
import { measureSound } from "../media/sound.ts";

export interface FirefoxPerson {
  readonly username: string;
  readonly page: Page;
  readonly voiceHz: number;
  close(): Promise<void>;
}

const VOICE_HZ = 440;
const HEARS_WITHIN_MS = 45_000;
/** By name and role Firefox looks through the whole page for each try: seconds on a busy machine. */
const NAMED_WITHIN_MS = 120_000;
const NEAR_HZ = 25;
const AUDIBLE_DB = -45;

const onPath = (names: readonly string[]): string | undefined =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

const firefoxPath = onPath(["firefox-esr", "firefox"]);
const pulsePath = onPath(["pulseaudio"]);

/** SOFT-19: a device that starts later than this counts as silent, on a busy machine too. */
const SLOW_DEVICE_MS = 5_000;

declare global {
  interface Window {
    /** How long the page has waited for a sound device that does not start; 0: nothing waits. */
    callpanelWaitsForSoundMs: () => number;
  }
}

/** Runs in a page before its own code: notes since when its audio contexts have waited for their device. */
function watchSoundDevice(): void {
  const waiting = new Map<AudioContext, number>();
  const { resume } = AudioContext.prototype;
  AudioContext.prototype.resume = function noted(this: AudioContext) {
    if (this.state !== "running" && !waiting.has(this)) {
      waiting.set(this, performance.now());
      this.addEventListener("statechange", () => waiting.delete(this), { once: true });
    }
    return resume.call(this);
  };
  window.callpanelWaitsForSoundMs = () =>
    Math.max(0, ...[...waiting.values()].map((since) => performance.now() - since));
}

/** Why there can be no Firefox here; undefined where there can. */
export const noFirefox: string | undefined =
  firefoxPath === undefined
    ? "Firefox is not installed"
    : pulsePath === undefined
      ? "PulseAudio is not installed"
      : undefined;

/** A mouse, which a Firefox without a window does not have: otherwise `hover: hover` of style sheets does not hold. */
export const WITH_MOUSE = { "ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6 } as const;

/** Opens a Firefox at an address. Preferences are the default ones but for `preferences`, and for microphone and camera, which are fake and allowed. */
export async function openFirefox(
  username: string,
  address: string,
  preferences: Readonly<Record<string, number>> = {},
): Promise<FirefoxPerson> {
  const folder = await mkdtemp(join(tmpdir(), "callpanel-firefox-"));
  const device = await startSoundDevice(folder);
  const browser: Browser = await launch({
    browser: "firefox",
    executablePath: firefoxPath ?? "",
    headless: true,
    userDataDir: join(folder, "profile"),
    env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder, PULSE_SERVER: `unix:${device.socket}` },
    extraPrefsFirefox: {
      "media.navigator.streams.fake": true,
      "media.navigator.permission.disabled": true,
      "media.navigator.audio.fake_frequency": VOICE_HZ,
      ...preferences,
    },
  });
  const [page = await browser.newPage()] = await browser.pages();
  await page.setViewport({ width: 1440, height: 900 });
  page.setDefaultTimeout(NAMED_WITHIN_MS);
  await page.evaluateOnNewDocument(watchSoundDevice);
  await page.evaluateOnNewDocument(measureSound);
  await page.goto(address);
  return {
    username,
    page,
    voiceHz: VOICE_HZ,
    close: async () => {
      await browser.close();
      await device.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A PulseAudio of its own with a sink that leads nowhere: without a device Firefox's audio context never runs. */
async function startSoundDevice(folder: string): Promise<{ readonly socket: string; stop(): Promise<void> }> {
  const socket = join(folder, "pulse.socket");
  const daemon: ChildProcess = spawn(
    pulsePath ?? "",
    [
      "--daemonize=no",
      "--exit-idle-time=-1",
      "--use-pid-file=no",
      "--disable-shm=yes",
      "-n",
      "--load=module-null-sink",
      `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ],
    { env: { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder }, stdio: "ignore" },
  );
  await expect.poll(() => existsSync(socket), { message: "PulseAudio starts" }).toBe(true);
  return {
    socket,
    stop: async () => {
      if (daemon.exitCode !== null || daemon.signalCode !== null) return;
      const exited = once(daemon, "exit");
      daemon.kill();
      await exited;
    },
  };
}

export async function signInFirefox({ page, username }: FirefoxPerson): Promise<void> {
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  await clickButton(page, "Sign in");
}

/** Clicks the button of that name as soon as a click there would reach it. */
export async function clickButton(page: Page, name: string): Promise<void> {
  const found = await page.waitForFunction(
    (wanted) => {
      for (const button of document.querySelectorAll("button")) {
        if ((button.ariaLabel ?? button.textContent.trim()) !== wanted || button.disabled) continue;
        const { x, y, width, height } = button.getBoundingClientRect();
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        if (button.contains(document.elementFromPoint(middleX, middleY))) return { x: middleX, y: middleY };
      }
      return undefined;
    },
    {},
    name,
  );
  const at = await found.jsonValue();
  if (at) await page.mouse.click(at.x, at.y);
}

/** Clicks what has that role and name. */
export async function clickNamed(page: Page, role: string, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
}

/** Notes from now on whether the page ever says that the browser keeps sound off, although no device was that slow to start. */
export async function watchForSoundOff(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate((slowMs) => {
    let wasShown = false;
    const look = (): void => {
      const isShown = document.body.textContent.includes("Turn sound on");
      if (isShown && !wasShown && window.callpanelWaitsForSoundMs() < slowMs)
        document.body.dataset["soundWasOff"] = "yes";
      wasShown = isShown;
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    look();
  }, SLOW_DEVICE_MS);
  return () => page.evaluate(() => document.body.dataset["soundWasOff"] === "yes");
}

/** The state of the only call, as the panel shows it; undefined without one. */
export async function callState(page: Page): Promise<string | undefined> {
  return await page.evaluate(
    () => document.querySelector('fieldset[aria-label^="Call with "]')?.getAttribute("data-state") ?? undefined,
  );
}

export async function firefoxHears({ page, username }: FirefoxPerson, frequencyHz: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { levelDb, frequencyHz: heardHz } = await page.evaluate(() => window.callpanelHeard([]));
        return levelDb > AUDIBLE_DB && Math.abs(heardHz - frequencyHz) < NEAR_HZ
          ? "the tone"
          : `${Math.round(heardHz)} Hz at ${Math.round(levelDb)} dB`;
      },
      { message: `${username} hears ${frequencyHz} Hz`, timeout: HEARS_WITHIN_MS },
    )
    .toBe("the tone");
}
