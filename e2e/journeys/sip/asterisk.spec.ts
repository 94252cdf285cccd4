import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { bundleForPage } from "@callpanel/testkit";
import type {} from "@callpanel/testkit/agent-page";
import { findAsterisk, startAsterisk } from "../../../tools/asterisk.mjs";
import { launchBrowser, voiceOf } from "../../support/browser/browser.ts";
import { listenIn } from "../../support/media/sound.ts";

const PAGE = new URL("../../../packages/testkit/src/webphone/agent-page.ts", import.meta.url);
const REALM = "asterisk";
const PEOPLE = ["alice", "bob"].map((name, at) => ({ name, username: `100${at + 1}`, password: `pass-${at + 1}` }));
type Person = (typeof PEOPLE)[number];
const NEAR_HZ = 25;
const AUDIBLE_DB = -45;

test.skip(findAsterisk() === undefined, "Asterisk 22 is not installed in ASTERISK_ROOT, or this is not root");

/** Chromium lets only pages of this machine talk to it. */
async function serve(code: string) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><meta charset="utf-8"><script>${code}</script>`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { address: `http://127.0.0.1:${port}/`, stop };
}

async function openPage(browser: Browser, site: string, url: string, person: Person): Promise<Page> {
  // Without the permission a browser hides its addresses behind mDNS names, which Asterisk does not resolve.
  const page = await (await browser.newContext({ permissions: ["microphone"] })).newPage();
  await listenIn(page);
  await page.goto(site);
  const { username, password } = person;
  const ha1 = createHash("md5").update(`${username}:${REALM}:${password}`).digest("hex");
  await page.evaluate((account) => window.agentPage.start(account), { url, realm: REALM, username, ha1 });
  await expectMessage(page, "registered");
  return page;
}

const expectMessage = (page: Page, what: string) =>
  expect.poll(() => page.evaluate(() => window.agentPage.told()), { message: what }).toContain(what);

async function expectHears(page: Page, hz: number | "silence"): Promise<void> {
  await expect
    .poll(async () => {
      const { levelDb, frequencyHz } = await page.evaluate(() => window.callpanelHeard([]));
      if (levelDb < AUDIBLE_DB) return "silence";
      return Math.abs(frequencyHz - (hz === "silence" ? 0 : hz)) < NEAR_HZ ? hz : `${Math.round(frequencyHz)} Hz`;
    })
    .toBe(hz);
}

test("PHONE-140 PHONE-38 on an Asterisk 22: sound in both directions, hold, an ICE restart, the far end hangs up", async () => {
  const folder = await mkdtemp(join(tmpdir(), "callpanel-asterisk-"));
  const site = await serve(await bundleForPage(PAGE));
  const asterisk = await startAsterisk({ realm: REALM, phones: PEOPLE });
  const browsers = await Promise.all(PEOPLE.map(({ name }) => launchBrowser(folder, name)));
  try {
    if (asterisk === undefined) throw new Error("Asterisk does not start");
    const pages = await Promise.all(
      PEOPLE.map((person, at) => {
        const browser = browsers[at];
        if (browser === undefined) throw new Error("no browser");
        return openPage(browser, site.address, asterisk.url, person);
      }),
    );
    const [alice, bob] = pages;
    if (alice === undefined || bob === undefined) throw new Error("no pages");
    const bothHear = async () => {
      await expectHears(alice, voiceOf("bob"));
      await expectHears(bob, voiceOf("alice"));
    };
    await alice.evaluate(() => window.agentPage.call("1002"));
    await expectMessage(bob, "incoming");
    await bob.evaluate(() => window.agentPage.answer());
    await expectMessage(alice, "accepted");
    await bothHear();

    await alice.evaluate(() => window.agentPage.hold());
    await expectHears(bob, "silence");
    await alice.evaluate(() => window.agentPage.unhold());
    await bothHear();

    await alice.evaluate(() => window.agentPage.restartIce());
    await bothHear();
    await bob.evaluate(() => window.agentPage.restartIce());
    await bothHear();

    await bob.evaluate(() => window.agentPage.hangUp());
    await expectMessage(alice, "ended");
  } finally {
    for (const browser of browsers) await browser.close();
    await asterisk?.stop();
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
