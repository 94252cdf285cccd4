/**
 * From the telephone to the eye: calls of an office become events, 500 panels hear them, and one of the panels is a real
 * Chromium in which the change is waited for until it is painted. Events come as the phone system sends them and pass the
 * server's own feed, presence board and gateway; people and page come from the real server.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CallView, PhoneEvent } from "@callpanel/phone-port";
import { bundleForNode } from "@callpanel/testkit";
import type { Page } from "@playwright/test";
import { feedPresenceBoard } from "../../apps/server/src/modules/telephony/index.ts";
import { createBoards } from "../../apps/server/src/app/boards.ts";
import { driveSteps, EVENTS_PER_STEP, openBigOffice } from "../load/big-office.ts";
import { extensionOf, REALM, WATCHER } from "../load/big-company.ts";
import { watchPaints } from "../browser/paint-page.ts";
import type { Report } from "../figure.ts";
import { percentile } from "../percentile.ts";
import { WALL_CLOCK } from "../load/phone-floor.ts";

const PANELS = 500;
const PEOPLE = 200;
const EVENTS_PER_SECOND = 200;
/** Every so manieth call is one of the people in sight. */
const IN_SIGHT_EVERY = 2;
/** So many calls later a call that rings is answered, and one that talks ends: some 0.6 s each. */
const CALLS_BETWEEN = 20;
const WARM_MS = 3_000;
const MEASURED_MS = 20_000;
const DRAIN_MS = 1_000;
const AGAINST = "bound of the live office: 500 panels, 200 events a second";

export async function run(report: Report): Promise<void> {
  const phone = createEventSource();
  const boards = createBoards({ clock: WALL_CLOCK });
  const stopFeed = feedPresenceBoard(phone, { ...boards, bus: { publish: () => undefined } });
  const bigOffice = await openBigOffice({ people: PEOPLE, presenceBoard: boards.presenceBoard, sockets: PANELS + 10 });
  const bundle = await bundleForNode(new URL("../load/event-readers.ts", import.meta.url));
  const url = `ws://${bigOffice.host}/events`;
  const readers = fork(fileURLToPath(bundle), [url, String(PANELS), WATCHER.username, REALM]);
  try {
    await once(readers, "message");
    const page = await bigOffice.openBuddies(`li[data-presence="online"][aria-setsize="${PEOPLE + 1}"]`);
    const inSight = await cardsInSight(page);
    const stopCalls = driveSteps(EVENTS_PER_SECOND, (step) => phone.emit(stepOfCall(step, inSight)));
    await page.waitForTimeout(WARM_MS);
    await page.evaluate(watchPaints);
    await page.waitForTimeout(MEASURED_MS);
    stopCalls();
    await page.waitForTimeout(DRAIN_MS);
    const paintedMs = await page.evaluate(() => window.paintedMs);
    const seconds = MEASURED_MS / 1_000;
    const figure = { unit: "ms", better: "lower", against: AGAINST } as const;
    report({ ...figure, name: "event to paint: p95", value: percentile(paintedMs, 95), bound: 100 });
    report({ ...figure, name: "event to paint: median", value: percentile(paintedMs, 50), bound: 50 });
    report({
      name: "event to paint: changes seen in the page",
      value: paintedMs.length / seconds,
      unit: "/s",
      // Of three steps of a call two have a time stamp.
      bound: (0.9 * (EVENTS_PER_SECOND / EVENTS_PER_STEP) * 2) / 3 / IN_SIGHT_EVERY,
      better: "higher",
      against: AGAINST,
    });
  } finally {
    readers.kill();
    stopFeed();
    await bigOffice.close();
  }
}

/** Only the events of a phone system. Everybody is registered. */
function createEventSource() {
  const listeners = new Set<(event: PhoneEvent) => void>();
  const counts = { connections: 0, registrations: 0, calls: 0, legs: 0, dialogs: 0, transactions: 0, mediaPorts: 0 };
  const registrations = Array.from({ length: PEOPLE }, (_, at) => ({
    realm: REALM,
    userId: at + 2,
    sipUsername: `person${at + 1}`,
    extension: extensionOf(at + 1),
    key: `phone${at + 1}`,
    contact: "sip:bench@bench.invalid",
    userAgent: "bench",
    remoteAddress: "127.0.0.1",
    credentialId: `secret${at + 1}`,
    registeredAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
  }));
  return {
    snapshot: () => ({ registrations, calls: [], parked: [], rooms: [], counts }),
    subscribe: (listener: (event: PhoneEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event: PhoneEvent) => {
      for (const listener of listeners) listener(event);
    },
  };
}

/** @returns the extensions of the people with visible cards */
async function cardsInSight(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll("li[data-presence]")]
      .filter((card) => card.getBoundingClientRect().bottom < window.innerHeight)
      .flatMap(
        (card) => /\d+$/.exec(card.querySelector("[data-tip^='Extension ']")?.getAttribute("data-tip") ?? "") ?? [],
      ),
  );
}

/** Every third step begins a call; the others answer and end those that have rung and talked for a while. The caller's name contains the time of the event. */
function stepOfCall(step: number, inSight: readonly string[]): PhoneEvent {
  const phase = step % 3;
  const turn = Math.floor(step / 3) - phase * CALLS_BETWEEN;
  const seen = inSight.at(Math.floor(turn / IN_SIGHT_EVERY) % inSight.length);
  const exten =
    turn % IN_SIGHT_EVERY === 0 && seen !== undefined ? seen : extensionOf(1 + (Math.abs(turn * 37) % PEOPLE));
  const at = Date.now();
  const call = callAt({ turn, exten, at, stamp: `T${at}N${step}`, answered: phase > 0 });
  switch (phase) {
    case 0:
      return { kind: "callRinging", at, call, legId: `leg-${turn}` };
    case 1:
      return { kind: "callAnswered", at, call, legId: `leg-${turn}` };
    default:
      return { kind: "callEnded", at, call, record: recordOf(call, at) };
  }
}

function callAt(of: {
  readonly turn: number;
  readonly exten: string;
  readonly at: number;
  readonly stamp: string;
  readonly answered: boolean;
}): CallView {
  const { turn, exten, at, stamp, answered } = of;
  const callee = { number: exten, name: "", userId: Number(exten) - Number(extensionOf(0)) + 1 };
  return {
    id: `call-${turn}`,
    realm: REALM,
    state: answered ? "answered" : "ringing",
    startedAt: at,
    ...(answered ? { answeredAt: at } : {}),
    caller: { number: "5550142", name: stamp },
    callee,
    dialledNumber: exten,
    direction: "internal",
    legs: [
      {
        id: `leg-${turn}`,
        side: "callee",
        party: callee,
        sipCallId: `sip-${turn}`,
        state: answered ? "answered" : "ringing",
        held: false,
        recording: "off",
        detached: false,
      },
    ],
  };
}

const recordOf = (call: CallView, endedAt: number) => ({
  id: call.id,
  realm: call.realm,
  startedAt: call.startedAt,
  endedAt,
  from: call.caller,
  to: call.callee,
  dialledNumber: call.dialledNumber,
  direction: "internal" as const,
  disposition: "answered" as const,
  failed: false,
  endedBy: "caller" as const,
  endReason: "hangup",
  sipStatus: 200,
  quality: {},
  legIds: [],
  recordings: [],
});
