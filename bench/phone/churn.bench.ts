/** Five thousand calls on a fake clock, a day's worth: after the first thousand nothing may grow. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createFakeClock, type FakeClock } from "@callpanel/testkit";
import type { Report } from "../figure.ts";
import { createPhoneFloor, type PhoneFloor } from "../load/phone-floor.ts";

const PHONES = 40;
const BATCH = 1_000;
const BATCHES = 5;
const BETWEEN_CALLS_MS = 1_000;
/** Longer than every timer of a call (64*T1) and than a registration that is not refreshed. */
const QUIET_MS = 60_000;
const AGAINST = "what stood after the first thousand";

interface Standing {
  readonly left: number;
  readonly timers: number;
  readonly heapBytes: number;
}

export async function run(report: Report): Promise<void> {
  const clock = createFakeClock();
  const floor = createPhoneFloor({ clock, phoneCount: PHONES });
  const standings: Standing[] = [];
  for (let batch = 0; batch < BATCHES; batch += 1) {
    await churn(floor, clock);
    standings.push(await standing(floor, clock));
  }
  const [first] = standings;
  const last = standings.at(-1);
  if (first === undefined || last === undefined) return;
  const compare = (name: string, unit: string, value: number, bound: number): void =>
    report({ name: `after ${BATCH * BATCHES} calls: ${name}`, value, unit, bound, better: "lower", against: AGAINST });
  // Nothing at all compares as one to one.
  compare("calls, legs, dialogs, transactions and media ports, and one", "", last.left + 1, first.left + 1);
  compare("timers", "", last.timers, first.timers);
  compare("heap", "MB", last.heapBytes / 1e6, (first.heapBytes * 1.05) / 1e6);
  compare("records missing, and one", "", BATCH * BATCHES - floor.recordCount() + 1, 1);
}

async function churn({ phones, extensionOf }: PhoneFloor, clock: FakeClock): Promise<void> {
  await Promise.all(phones.map((phone) => phone.register()));
  const pairs = phones.length / 2;
  for (let done = 0; done < BATCH; done += pairs) {
    await Promise.all(phones.slice(0, pairs).map((phone, at) => phone.call(extensionOf(pairs + at))));
    await clock.advance(BETWEEN_CALLS_MS);
  }
}

async function standing({ system, media }: PhoneFloor, clock: FakeClock): Promise<Standing> {
  await clock.advance(QUIET_MS);
  const { calls, legs, dialogs, transactions } = system.snapshot().counts;
  return {
    left: calls + legs + dialogs + transactions + media.openPortCount,
    timers: clock.timerCount,
    heapBytes: heapAfterCollection(),
  };
}

function heapAfterCollection(): number {
  setFlagsFromString("--expose_gc");
  for (let round = 0; round < 4; round += 1) runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}
