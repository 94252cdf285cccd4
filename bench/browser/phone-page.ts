/** A signed-in page with a stop-watch inside: times are taken in the page, not across the automation's wire. */
import { type Browser, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../e2e/support/company/demo.ts";

declare global {
  interface Window {
    benchmark: {
      /** Clicks the softphone's button of that name; gives the epoch ms of the click. */
      click(name: string): number;
      /** Epoch ms at which a call's card is drawn. */
      whenGroupAppears(): Promise<number>;
      /** Epoch ms at which sound above the noise floor first leaves an audio element. */
      whenSoundIsHeard(): Promise<number>;
    };
  }
}

/** `prepare`: each runs in the page before the panel does. */
export async function phonePage(
  browser: Browser | undefined,
  address: string,
  username: string,
  prepare: readonly (() => void)[] = [],
): Promise<Page> {
  if (browser === undefined) throw new Error("no browser");
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ["microphone", "notifications"],
  });
  const page = await context.newPage();
  for (const script of [installStopWatch, ...prepare]) await page.addInitScript(script);
  await page.goto(address);
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page
    .getByRole("status", { name: "Phone status" })
    .filter({ hasText: /^Registered$/ })
    .waitFor();
  return page;
}

function installStopWatch(): void {
  const epoch = () => performance.timeOrigin + performance.now();
  const connections: RTCPeerConnection[] = [];
  const Original = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isHeard = async (): Promise<boolean> => {
    const open = connections.filter((one) => one.connectionState === "connected");
    const reports = await Promise.all(open.map((one) => one.getStats()));
    return reports.some((report) => {
      let energy = 0;
      report.forEach((entry: { type: string; totalAudioEnergy?: number }) => {
        if (entry.type === "inbound-rtp") energy += entry.totalAudioEnergy ?? 0;
      });
      return energy > 0.0001; // far above comfort noise, reached within 10 ms of a voice
    });
  };
  window.benchmark = {
    click: (name) => {
      const button = [...document.querySelectorAll<HTMLButtonElement>('[aria-label="Softphone"] button')].find(
        (one) => (one.getAttribute("aria-label") ?? one.textContent).trim() === name,
      );
      if (button === undefined) throw new Error(`no button ${name}`);
      const at = epoch();
      button.click();
      return at;
    },
    whenGroupAppears: async () => {
      while (document.querySelector('fieldset[aria-label^="Call with"]') === null) await nextFrame();
      return epoch();
    },
    whenSoundIsHeard: async () => {
      const limit = epoch() + 10_000;
      while (!(await isHeard()) && epoch() < limit) await new Promise((resolve) => setTimeout(resolve, 5));
      return epoch();
    },
  };
}
