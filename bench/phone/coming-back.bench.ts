/** How long a call is without sound: after a reload of the page, and after a network cut of 10 s. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { launchBrowser, voiceOf } from "../../e2e/support/browser/browser.ts";
import { layLine } from "../../e2e/support/outside/line.ts";
import { createServerFolder, startServer } from "../../e2e/support/server.ts";
import { hear, measureSound } from "../../e2e/support/media/sound.ts";
import { phonePage } from "../browser/phone-page.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";

const RELOADS = 5;
const CUTS = 3;
const CUT_MS = 10_000;
const LOOK_MS = 600; // one look at what is heard (e2e/support/media/sound.ts)
const GIVE_UP_MS = 60_000;
const RELOAD_BOUND_MS = 3_000;
const CUT_BOUND_MS = 2_000;

interface Side {
  readonly page: Page;
  readonly name: string;
}

export async function run(report: Report): Promise<void> {
  const data = await createServerFolder();
  const sounds = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  // A line can be laid to one media address alone.
  const server = await startServer(data, { env: { MEDIA_ADDRESS: "127.0.0.1" } });
  const line = await layLine(server.address);
  const names = ["alice", "bob"] as const;
  const browsers = await Promise.all(names.map((name) => launchBrowser(sounds, name)));
  const [alice, bob] = await Promise.all(
    names.map(async (name, at) => ({
      name,
      page: await phonePage(browsers[at], name === "alice" ? line.address : server.address, name, [measureSound]),
    })),
  );
  if (alice === undefined || bob === undefined) throw new Error("no two phones");
  await alice.page.getByRole("combobox", { name: "Number" }).fill("102");
  await alice.page.evaluate(() => window.benchmark.click("Call"));
  await bob.page.getByRole("button", { name: "Accept" }).click();
  await soundBack(alice, bob, { since: Date.now(), notBeforeMs: 0 });

  alice.page.on("dialog", (dialog) => void dialog.accept());
  const reloads: number[] = [];
  for (let count = 0; count < RELOADS; count += 1) {
    const since = Date.now();
    await alice.page.reload({ waitUntil: "commit" });
    // The far end hears the old page until it is gone: what counts is heard after that.
    reloads.push(await soundBack(alice, bob, { since, notBeforeMs: 2 * LOOK_MS }));
  }
  const cuts: number[] = [];
  for (let count = 0; count < CUTS; count += 1) {
    line.cut();
    await new Promise((resolve) => setTimeout(resolve, CUT_MS));
    line.mend();
    cuts.push(await soundBack(alice, bob, { since: Date.now(), notBeforeMs: 0 }));
  }
  const figure = { unit: "ms", better: "lower", against: "bound: a person waits that long without asking" } as const;
  report({
    name: "sound both ways after a reload in a call, median",
    value: percentile(reloads, 50),
    bound: RELOAD_BOUND_MS,
    ...figure,
  });
  report({
    name: "sound both ways after a network cut of 10 s, median",
    value: percentile(cuts, 50),
    bound: CUT_BOUND_MS,
    ...figure,
  });

  await line.close();
  await Promise.all(browsers.map((browser) => browser.close()));
  await server.stop();
  await rm(sounds, { recursive: true, force: true });
  await data.remove();
}

/** Until both hear each other, in ms; it takes in the look (600 ms) that heard it. */
async function soundBack(
  one: Side,
  other: Side,
  { since, notBeforeMs }: { readonly since: number; readonly notBeforeMs: number },
): Promise<number> {
  const hears = async (listener: Side, speaker: Side): Promise<number> => {
    for (;;) {
      const heard = await hear(listener.page).catch(() => undefined); // the page is being loaded
      const ms = Date.now() - since;
      const isVoice =
        heard !== undefined && heard.levelDb > -40 && Math.abs(heard.frequencyHz - voiceOf(speaker.name)) < 25;
      if (isVoice && ms > notBeforeMs) return ms;
      if (ms > GIVE_UP_MS) throw new Error(`${listener.name} hears nothing for ${ms} ms`);
    }
  };
  return Math.max(...(await Promise.all([hears(one, other), hears(other, one)])));
}
