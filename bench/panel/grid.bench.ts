/**
 * The buddies page in an office of five thousand while five hundred events a second come, on a processor four times slower.
 * People and lists come from the real server, with an imported company file; events from the real gateway, whose presence board this
 * benchmark drives. Every tenth change is one of the people in sight.
 */
import type { Page } from "@playwright/test";
import { createPresenceBoard, type PresenceBoard } from "../../apps/server/src/modules/presence/index.ts";
import { driveSteps, openBigOffice } from "../load/big-office.ts";
import { traceTasks } from "../browser/main-thread.ts";
import { extensionOf, REALM } from "../load/big-company.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";
import { WALL_CLOCK } from "../load/phone-floor.ts";

const PEOPLE = 5_000;
const EVENTS_PER_SECOND = 500;
const SLOW_DOWN = 4;
const SETTLE_MS = 1_000;
const MEASURED_MS = 10_000;
const IN_SIGHT = 40;
const NOTCH_PX = 120;
const LONGEST_MS = 50;
const BLANK_PERCENT = 1;
const FRAME_MS = 17; // 60 frames a second, as animation frames report it
const AGAINST = "bound of the live office: 5,000 buddies, 500 events a second, 4x slower";

export async function run(report: Report): Promise<void> {
  const presenceBoard = createPresenceBoard({ clock: WALL_CLOCK });
  for (let person = 1; person <= PEOPLE; person += 1)
    presenceBoard.apply({ kind: "registered", ...at(person), userAgent: "bench", expiresSeconds: 3_600 });
  const bigOffice = await openBigOffice({ people: PEOPLE, presenceBoard, sockets: 10 });
  const stopEvents = driveSteps(EVENTS_PER_SECOND, (step) => stepCall(presenceBoard, step));
  try {
    const page = await bigOffice.openBuddies(`li[data-presence][aria-setsize="${PEOPLE + 1}"]`);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
    await measure(report, page, "standing still");
    await sortByPresence(page);
    await measure(report, page, "sorted by presence");
    const scrolling = scroll(page);
    await measure(report, page, "scrolling");
    await scrolling;
    // The order waits for the end of scrolling: what it does then counts too.
    await measure(report, page, "sorted by presence, after scrolling");
  } finally {
    stopEvents();
    await bigOffice.close();
  }
}

/** Frames are measured by the clock, so they depend on everything this machine does; the longest task by CPU time, which is only the page's. */
async function measure(report: Report, page: Page, how: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("no browser");
  const endTrace = await traceTasks(browser);
  const { framesMs, blank } = await measureFrames(page);
  const tasksMs = await endTrace();
  const figure = (name: string, value: number, bound: number) =>
    report({ name: `grid, ${how}: ${name}`, value, unit: "ms", bound, better: "lower", against: AGAINST });
  figure("longest frame", Math.max(...framesMs), LONGEST_MS);
  figure("median frame", percentile(framesMs, 50), FRAME_MS);
  figure("busiest task, CPU time", Math.max(...tasksMs), LONGEST_MS);
  // Blank space is a cheap way to quick frames.
  const share = (blank.reduce((sum, one) => sum + one, 0) / blank.length) * 100;
  report({
    name: `grid, ${how}: cards in sight that are blank`,
    value: share,
    unit: "%",
    bound: BLANK_PERCENT,
    better: "lower",
    against: AGAINST,
  });
}

const at = (person: number) => ({ realm: REALM, userId: person + 1, exten: extensionOf(person) });

/** Calls that ring, are answered and end. */
function stepCall(presenceBoard: PresenceBoard, step: number): void {
  const turn = Math.floor(step / 3);
  const person = turn % 10 === 0 ? 1 + ((turn / 10) % IN_SIGHT) : 1 + ((turn * 37) % PEOPLE);
  const callid = `call-${turn}`;
  if (step % 3 === 2) return presenceBoard.apply({ kind: "ended", end: { callid, how: "TERMINATED" } });
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
  presenceBoard.apply({ kind: "called", callid, sides: [{ ...at(person), call }] });
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

interface Frames {
  /** Times between frames in the page, from one second on. */
  readonly framesMs: readonly number[];
  /** Of each frame that was drawn: the share of the cards in sight that are not there, 0 to 1. */
  readonly blank: readonly number[];
}

async function measureFrames(page: Page): Promise<Frames> {
  return await page.evaluate(
    async ({ settleMs, measuredMs }) => {
      await new Promise((resolve) => setTimeout(resolve, settleMs));
      const framesMs: number[] = [];
      const blank: number[] = [];
      const area = document.querySelector("main");
      const card = document.querySelector("li[data-presence]");
      const grid = card?.parentElement;
      if (!area || !grid || !card) throw new Error("no grid");
      const columns = Math.round(grid.clientWidth / card.getBoundingClientRect().width);
      const rowPx = grid.clientHeight / Math.ceil(Number(card.getAttribute("aria-setsize")) / columns);
      const lookForBlank = () => {
        const sight = area.getBoundingClientRect();
        const { top } = grid.getBoundingClientRect();
        const there = new Set([...grid.children].map((one) => Number(one.getAttribute("aria-posinset")) - 1));
        const first = Math.max(0, Math.floor((sight.top - top) / rowPx)) * columns;
        const last = Math.ceil((sight.bottom - top) / rowPx) * columns;
        const wanted = Array.from({ length: last - first }, (_, at) => first + at);
        blank.push(wanted.filter((index) => !there.has(index)).length / wanted.length);
      };
      // Handled after the frame has been drawn: it needs no new layout.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = lookForBlank;
      const startedAt = performance.now();
      let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      while (performance.now() - startedAt < measuredMs) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        framesMs.push(now - last);
        last = now;
        port2.postMessage(null);
      }
      return { framesMs, blank };
    },
    { settleMs: SETTLE_MS, measuredMs: MEASURED_MS },
  );
}
