/**
 * The browsers of a worker: what a person gives back, the next person with the same voice gets, with a context of their own. To start one takes a quarter of a second of CPU, hundreds
 * of times. A browser has one person at a time, so that two people never share its processes; and storage, permissions and workers belong to the context, which is closed.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { type BrowserOptions, launchBrowser, voiceOf } from "./browser.ts";

export interface Browsers {
  /** One without contexts, which is this person's until it is given back. */
  lend(username: string, options: BrowserOptions): Promise<Browser>;
  /** Closes what the person had. */
  giveBack(browser: Browser): Promise<void>;
  close(): Promise<void>;
}

/**
 * The voice that the processes of a usual browser have in common. Others are started for one person: their flags name files of one journey, or what they keep is not the
 * context's alone (notifications, questions about permissions).
 */
const voiceOfUsual = (
  username: string,
  { isWhole, microphone, autoplay, face, says }: BrowserOptions,
): number | undefined =>
  isWhole !== true && [microphone, autoplay, face, says].every((one) => one === undefined)
    ? voiceOf(username)
    : undefined;

/** As many as there are voices. */
const MAX_WAITING = 4;

export function createBrowsers(): Browsers {
  const lent = new Map<Browser, { readonly voiceHz: number | undefined; readonly folder: string }>();
  const waiting: { readonly voiceHz: number; readonly browser: Browser; readonly folder: string }[] = [];

  const end = async (browser: Browser, folder: string): Promise<void> => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    lend: async (username, options) => {
      const voiceHz = voiceOfUsual(username, options);
      const at = waiting.findIndex((one) => one.voiceHz === voiceHz && one.browser.isConnected());
      const [known] = at < 0 ? [] : waiting.splice(at, 1);
      const folder = known?.folder ?? (await mkdtemp(join(tmpdir(), "callpanel-sound-")));
      const browser = known?.browser ?? (await launchBrowser(folder, username, options));
      lent.set(browser, { voiceHz, folder });
      return browser;
    },
    giveBack: async (browser) => {
      const { voiceHz, folder } = lent.get(browser) ?? {};
      if (folder === undefined) return;
      lent.delete(browser);
      if (voiceHz === undefined || !browser.isConnected()) return await end(browser, folder);
      await Promise.all(browser.contexts().map((context) => context.close()));
      waiting.push({ voiceHz, browser, folder });
      const oldest = waiting.length > MAX_WAITING ? waiting.shift() : undefined;
      if (oldest !== undefined) await end(oldest.browser, oldest.folder);
    },
    close: async () => {
      for (const { browser, folder } of waiting.splice(0)) await end(browser, folder);
      for (const [browser, { folder }] of lent) await end(browser, folder);
      lent.clear();
    },
  };
}
