/**
 * The buddies page in an office of five thousand while five hundred events a second come, on a processor four times slower.
 * People and lists come from the real server, with an imported company file; events from the real gateway, whose office this
 * benchmark drives. Every tenth change is one of the people in sight.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createOffice, type Office } from "../apps/server/src/modules/realtime/index.ts";
import { launchBrowser } from "../e2e/support/browser.ts";
import { createServerFolder, runCommand, startServer } from "../e2e/support/server.ts";
import { traceTasks } from "./browser/main-thread.ts";
import { openBenchGateway, passTo } from "./bench-gateway.ts";
import { bigCompany, extensionOf, REALM, WATCHER } from "./big-company.ts";
import type { Report } from "./figure.ts";
import { percentile } from "./percentile.ts";
import { WALL_CLOCK } from "./phone-floor.ts";

const PEOPLE = 5_000;
const EVENTS_PER_SECOND = 500;
/** A call's step tells of the call and of the presence. */
const EVENTS_PER_STEP = 2;
const SLOW_DOWN = 4;
const SETTLE_MS = 1_000;
const MEASURED_MS = 10_000;
const IN_SIGHT = 40;
const NOTCH_PX = 120;
const LONGEST_MS = 50;
const FRAME_MS = 17; // 60 frames a second, as an animation frame tells it
const AGAINST = "bound of the live office: 5,000 buddies, 500 events a second, 4x slower";

export async function run(report: Report): Promise<void> {
  const folder = await createServerFolder();
  const scratch = await mkdtemp(join(tmpdir(), "callpanel-bench-"));
  const file = join(scratch, "company.yaml");
  await writeFile(file, bigCompany(PEOPLE));
  await runCommand(folder, ["import", file]);
  const env = { DEMO: "0", REALM };
  const server = await startServer(folder, { env });
  const office = createOffice({ clock: WALL_CLOCK });
  for (let person = 1; person <= PEOPLE; person += 1)
    office.apply({ kind: "registered", ...at(person), userAgent: "bench", expiresSeconds: 3_600 });
  const gateway = await openBenchGateway({
    office,
    realm: REALM,
    username: WATCHER.username,
    sockets: 10,
    answer: passTo(server.address),
  });
  const browser = await launchBrowser(scratch, WATCHER.username);
  const stopEvents = driveCalls(office);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openGrid(page, gateway.host);
    await measure(report, page, "standing still");
    await sortByPresence(page);
    await measure(report, page, "sorted by presence");
    const scrolling = scroll(page);
    await measure(report, page, "scrolling");
    await scrolling;
  } finally {
    stopEvents();
    await browser.close();
    gateway.stop();
    office.stop();
    await server.stop();
    await folder.remove();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Frames are told by the clock, and so by all that this machine does; the busiest task by CPU time, which is the page's alone. */
async function measure(report: Report, page: Page, how: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("no browser");
  const endTrace = await traceTasks(browser);
  const framesMs = await measureFrames(page);
  const tasksMs = await endTrace();
  const figure = (name: string, value: number, bound: number) =>
    report({ name: `grid, ${how}: ${name}`, value, unit: "ms", bound, better: "lower", against: AGAINST });
  figure("longest frame", Math.max(...framesMs), LONGEST_MS);
  figure("median frame", percentile(framesMs, 50), FRAME_MS);
  figure("busiest task, CPU time", Math.max(...tasksMs), LONGEST_MS);
}

const at = (person: number) => ({ realm: REALM, userId: person + 1, exten: extensionOf(person) });

/** Calls that ring, are answered and end, on the beat. @returns how to stop */
function driveCalls(office: Office): () => void {
  const startedAt = performance.now();
  let made = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1_000) * (EVENTS_PER_SECOND / EVENTS_PER_STEP);
    for (; made < due; made += 1) stepCall(office, made);
  }, 4);
  return () => clearInterval(timer);
}

function stepCall(office: Office, step: number): void {
  const turn = Math.floor(step / 3);
  const person = turn % 10 === 0 ? 1 + ((turn / 10) % IN_SIGHT) : 1 + ((turn * 37) % PEOPLE);
  const callid = `call-${turn}`;
  if (step % 3 === 2) return office.apply({ kind: "ended", end: { callid, how: "TERMINATED" } });
  const now = Date.now();
  const answered = step % 3 === 1;
  const call = {
    callid,
    legCallid: callid,
    user: "5550142",
    name: "Zoé Caller",
    state: answered ? ("answered" as const) : ("early" as const),
    direction: "in" as const,
    channel: `leg-${turn}`,
    peerChannel: "",
    recording: "off" as const,
    held: false,
    startedAt: now,
    ...(answered ? { answeredAt: now } : {}),
  };
  office.apply({ kind: "called", callid, sides: [{ ...at(person), call }] });
}

async function openGrid(page: Page, host: string): Promise<void> {
  await page.goto(`http://${host}`);
  await page.getByRole("textbox", { name: "Username" }).fill(WATCHER.username);
  await page.getByRole("textbox", { name: "Password" }).fill(WATCHER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.locator('li[data-presence][aria-setsize="5001"]').first().waitFor({ timeout: 60_000 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
}

async function sortByPresence(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Sort by/ }).click();
  await page.getByRole("menuitemradio", { name: "Presence" }).click();
}

/** A wheel that turns for as long as it is measured, sixteen notches a second. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(500, 500);
  const until = performance.now() + SETTLE_MS + MEASURED_MS;
  while (performance.now() < until) {
    await page.mouse.wheel(0, NOTCH_PX);
    await page.waitForTimeout(60);
  }
}

/** Times between frames in the page, from one second on. */
async function measureFrames(page: Page): Promise<readonly number[]> {
  return await page.evaluate(
    async ({ settleMs, measuredMs }) => {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const times: number[] = [];
      const startedAt = performance.now();
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      while (performance.now() - startedAt < measuredMs) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
      }
      return times;
    },
    { settleMs: SETTLE_MS, measuredMs: MEASURED_MS },
  );
}
