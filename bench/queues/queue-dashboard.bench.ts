/**
 * The dashboard of 200 queues with 2,000 agents while three hundred events a second come, on a processor four times slower. Queues,
 * watched list and page come from the real server, with an imported company file; events from the real gateway, whose board of
 * queues this benchmark drives. Every third change is in one of the queues in sight.
 */
import type { QueueAgent } from "@callpanel/contract";
import type { Page } from "@playwright/test";
import { createBoards } from "../../apps/server/src/app/boards.ts";
import { createPresenceBoard } from "../../apps/server/src/modules/presence/index.ts";
import { traceTasks } from "../browser/main-thread.ts";
import type { Report } from "../figure.ts";
import { extensionOf, queueNumberOf, REALM } from "../load/big-company.ts";
import { driveSteps, openBigOffice } from "../load/big-office.ts";
import { WALL_CLOCK } from "../load/phone-floor.ts";
import { percentile } from "../percentile.ts";

const QUEUES = 200;
const AGENTS_EACH = 10;
const PEOPLE = 50;
const EVENTS_PER_SECOND = 300;
const SLOW_DOWN = 4;
const SETTLE_MS = 2_000;
const MEASURED_MS = 10_000;
const IN_SIGHT = 6;
const NOTCH_PX = 120;
const LONGEST_MS = 50;
const FRAME_MS = 17; // 60 frames a second, as animation frames report it
const AGAINST = "bound of the dashboard: 200 queues, 2,000 agents, 300 events a second, 4x slower";

type QueueBoard = ReturnType<typeof createBoards>["queues"];

export async function run(report: Report): Promise<void> {
  const { queues } = createBoards({ clock: WALL_CLOCK });
  fill(queues);
  const office = await openBigOffice({
    people: PEOPLE,
    presenceBoard: createPresenceBoard({ clock: WALL_CLOCK }),
    queues: { count: QUEUES, board: queues },
    sockets: 10,
  });
  try {
    const page = await office.openBuddies("li[data-presence]");
    await watchAll(page);
    await page.getByRole("link", { name: "Queues" }).click();
    await page.locator("section[data-queue] li[data-exten]").first().waitFor();
    await loadedAhead(page);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
    const stopEvents = driveSteps(EVENTS_PER_SECOND, (step) => change(queues, step));
    await measure(report, page, "standing still");
    const scrolling = scroll(page);
    await measure(report, page, "scrolling");
    await scrolling;
    stopEvents();
  } finally {
    await office.close();
  }
}

/** Frames are measured by the clock, so they depend on everything this machine does; the longest task by CPU time, which is only the page's. */
async function measure(report: Report, page: Page, how: string): Promise<void> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("no browser");
  await page.waitForTimeout(SETTLE_MS);
  const endTrace = await traceTasks(browser);
  const framesMs = await page.evaluate(async (measuredMs) => {
    const frames: number[] = [];
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const startedAt = performance.now();
    for (let last = await nextFrame(); performance.now() - startedAt < measuredMs;) {
      const now = await nextFrame();
      frames.push(now - last);
      last = now;
    }
    return frames;
  }, MEASURED_MS);
  const tasksMs = await endTrace();
  const figure = (name: string, value: number, bound: number) =>
    report({ name: `queues, ${how}: ${name}`, value, unit: "ms", bound, better: "lower", against: AGAINST });
  figure("longest frame", Math.max(...framesMs), LONGEST_MS);
  figure("median frame", percentile(framesMs, 50), FRAME_MS);
  figure("busiest task, CPU time", Math.max(...tasksMs), LONGEST_MS);
}

/** The watched list is the server's: the page's own session changes it. */
async function watchAll(page: Page): Promise<void> {
  const numbers = Array.from({ length: QUEUES }, (_, at) => queueNumberOf(at + 1));
  const refused = await page.evaluate(async (names) => {
    const authorization = `Bearer ${localStorage.getItem("auth_access_token")}`;
    const headers = { authorization, "content-type": "application/json" };
    let count = 0;
    for (const name of names) {
      const body = JSON.stringify({ name, watch: true });
      const { ok } = await fetch("/api/v1/queues/watch", { method: "PATCH", headers, body });
      if (!ok) count += 1;
    }
    return count;
  }, numbers);
  if (refused > 0) throw new Error(`${refused} queues are not watched`);
}

/** The code of other pages is fetched while idle, and each style sheet lays out the page once; a dashboard stays open all day. */
async function loadedAhead(page: Page): Promise<void> {
  const count = () => page.evaluate(() => performance.getEntriesByType("resource").length);
  for (let before = -1, now = await count(); now !== before; now = await count()) {
    before = now;
    await page.waitForTimeout(SETTLE_MS);
  }
}

/** A wheel that turns for as long as it is measured, sixteen notches a second. */
async function scroll(page: Page): Promise<void> {
  await page.mouse.move(600, 500);
  const until = performance.now() + SETTLE_MS + MEASURED_MS;
  while (performance.now() < until) {
    await page.mouse.wheel(0, NOTCH_PX);
    await page.waitForTimeout(60);
  }
}

const exten = (queue: number, at: number) => extensionOf(queue * AGENTS_EACH + at);

const agentOf = (queue: number, at: number, state: QueueAgent["state"]) => ({
  userId: queue * AGENTS_EACH + at,
  exten: exten(queue, at),
  name: `Agent ${at + 1} of ${queue}`,
  penalty: 0,
  dynamic: false,
  status: 1,
  state,
  since: Date.now(),
  ringing: state === "ringing",
  paused: state === "paused",
  pausedReason: state === "paused" ? "meeting" : "",
  pausedAt: null,
  callsTaken: at,
  lastCall: Date.now(),
  missed: 0,
  responseDelay: null,
  callid: null,
});

function fill(board: QueueBoard): void {
  const today = { since: 0, answered: 90, inTarget: 70, completed: 88, abandoned: 10, left: 100, holdMs: 2_000_000 };
  for (let queue = 1; queue <= QUEUES; queue += 1) {
    const of = { realm: REALM, queueId: queueNumberOf(queue) };
    board.apply({ kind: "configured", ...of, name: `Queue ${queue}`, targetSeconds: 20, today });
    for (let at = 0; at < AGENTS_EACH; at += 1)
      board.apply({ kind: "agentChanged", ...of, agent: agentOf(queue, at, "idle") });
  }
}

const STATES = ["ringing", "talking", "wrapup", "paused", "idle"] as const;
/** So many steps later a caller leaves the line. */
const WAITS_STEPS = 60;

/** Two events: an agent changes, and a caller joins or leaves. */
function change(board: QueueBoard, step: number): void {
  const queueAt = (turn: number) => (turn % 3 === 0 ? 1 + ((turn / 3) % IN_SIGHT) : 1 + ((turn * 37) % QUEUES));
  const of = (turn: number) => ({ realm: REALM, queueId: queueNumberOf(queueAt(turn)) });
  const state = STATES[Math.floor(step / AGENTS_EACH) % STATES.length] ?? "idle";
  board.apply({ kind: "agentChanged", ...of(step), agent: agentOf(queueAt(step), step % AGENTS_EACH, state) });
  const left = step - WAITS_STEPS;
  if (step % 2 === 1 && left > 0)
    return board.apply({ kind: "callerLeft", ...of(left - 1), callid: `call-${left - 1}` });
  return board.apply({
    kind: "callerJoined",
    ...of(step),
    index: board.find(REALM, queueNumberOf(queueAt(step)))?.waiting.length ?? 0,
    caller: {
      callid: `call-${step}`,
      channel: `leg-${step}`,
      callerNumber: "+15145550142",
      callerName: "Zoé Caller",
      enteredAt: Date.now(),
      ringing: [],
    },
  });
}
