/** What a person waits for: from the click on Call to the other side ringing, from Accept to sound on both sides. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { launchBrowser } from "../../e2e/support/browser/browser.ts";
import { createServerFolder, startServer } from "../../e2e/support/server.ts";
import { phonePage } from "../browser/phone-page.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const CALLS = 25;
const CLICK_TO_RING_BOUND_MS = 250;
const ACCEPT_TO_SOUND_BOUND_MS = 500;

export async function run(report: Report): Promise<void> {
  const data = await createServerFolder();
  const sounds = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  const server = await startServer(data);
  const browsers = await Promise.all(["alice", "bob"].map((name) => launchBrowser(sounds, name)));
  const [alice, bob] = await Promise.all([
    phonePage(browsers[0], server.address, "alice"),
    phonePage(browsers[1], server.address, "bob"),
  ]);

  const rings: number[] = [];
  const sound: number[] = [];
  for (let count = 0; count < CALLS + 2; count += 1) {
    const ring = await clickToRing(alice, bob);
    const heard = await acceptToSound(alice, bob);
    await bob.getByRole("button", { name: "Hang up" }).click();
    await alice.getByRole("group", { name: /^Call with/ }).waitFor({ state: "detached" });
    if (count < 2) continue; // the first calls warm the code up
    rings.push(ring);
    sound.push(heard);
  }
  const against = "bound of issue 2: people call it instant";
  report({
    name: "click on Call to ringing, p95",
    value: percentile(rings, 95),
    unit: "ms",
    bound: CLICK_TO_RING_BOUND_MS,
    better: "lower",
    against,
  });
  report({
    name: "Accept to sound on both sides, p95",
    value: percentile(sound, 95),
    unit: "ms",
    bound: ACCEPT_TO_SOUND_BOUND_MS,
    better: "lower",
    against,
  });

  await Promise.all(browsers.map((browser) => browser.close()));
  await server.stop();
  await rm(sounds, { recursive: true, force: true });
  await data.remove();
}

/** Both pages read the same machine's clock, so their epoch times compare. */
async function clickToRing(alice: Page, bob: Page): Promise<number> {
  await alice.getByRole("combobox", { name: "Number" }).fill("102");
  const rung = bob.evaluate(() => window.benchmark.whenGroupAppears());
  const clicked = await alice.evaluate(() => window.benchmark.click("Call"));
  return (await rung) - clicked;
}

async function acceptToSound(alice: Page, bob: Page): Promise<number> {
  const heard = [alice, bob].map((page) => page.evaluate(() => window.benchmark.whenSoundIsHeard()));
  const accepted = await bob.evaluate(() => window.benchmark.click("Accept"));
  return Math.max(...(await Promise.all(heard))) - accepted;
}
