/** A Chromium with a voice: the fake microphone belongs to the browser process, so each person has one (browsers.ts keeps them from journey to journey). */
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { type CameraLook, type Rgb, writeFaceFile } from "../media/face.ts";
import { slowPages } from "./slow-pages.ts";
import { writeVoiceFile } from "../media/sound.ts";

/** Each demo person speaks with a tone of their own, far enough apart for a Fourier transform to distinguish them. */
const VOICES_HZ: Readonly<Record<string, number>> = { alice: 620, bob: 1_030, carol: 1_490, dave: 1_970 };

export const voiceOf = (username: string): number => VOICES_HZ[username] ?? 800;

export interface BrowserOptions {
  /** `none`: no device at all; `denied`: the person says no. */
  readonly microphone?: "tone" | "none" | "denied";
  readonly autoplay?: "allowed" | "blocked";
  /** The whole Chromium, where the headless shell is not enough: permissions that are asked for, notifications, installed pages. */
  readonly isWhole?: boolean;
  /** The colour of a moving picture that the camera shows; without it there is a camera with Chromium's own test picture. */
  readonly face?: Rgb;
  readonly camera?: CameraLook;
  /** A WAV file that the microphone hears again and again, in place of the person's tone. */
  readonly says?: string;
}

/** Only the last such flag counts, so what Playwright switches off is named again. */
const UNNEEDED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  // Pages of the address bar: each start of a browser would spend more on them than on itself.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

const QUIET_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--allow-loopback-in-peer-connection",
  `--disable-features=${UNNEEDED_FEATURES.join(",")}`,
];

/**
 * Launches a browser of the system; `folder` keeps the voice's file. Chromium's headless shell (HEADLESS_SHELL_PATH) is the
 * same engine without its own windows and menus, and takes a quarter less CPU; where there is none, and where it is not
 * enough, Chromium itself (CHROMIUM_PATH).
 */
export async function launchBrowser(folder: string, username: string, options: BrowserOptions = {}): Promise<Browser> {
  const voice = options.says ?? join(folder, `${username}.wav`);
  if (options.says === undefined) await writeVoiceFile(voice, voiceOf(username));
  const chromiumPath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const face = options.face && join(folder, `${username}.y4m`);
  if (options.face !== undefined && face !== undefined) await writeFaceFile(face, options.face, options.camera);
  const isWhole = options.isWhole === true || (options.microphone ?? "tone") !== "tone";
  const executablePath = isWhole ? chromiumPath : (process.env["HEADLESS_SHELL_PATH"] ?? chromiumPath);
  const autoplay = `--autoplay-policy=${options.autoplay === "blocked" ? "document-user-activation-required" : "no-user-gesture-required"}`;
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...QUIET_FLAGS,
      ...microphoneFlags(options, voice),
      ...(face === undefined ? [] : [`--use-file-for-fake-video-capture=${face}`]),
      autoplay,
    ],
  });
  return slowPages(browser);
}

function microphoneFlags({ microphone = "tone" }: BrowserOptions, voice: string): string[] {
  if (microphone === "none") return [];
  const device = ["--use-fake-device-for-media-stream", `--use-file-for-fake-audio-capture=${voice}`];
  return microphone === "tone" ? [...device, "--use-fake-ui-for-media-stream"] : device;
}
