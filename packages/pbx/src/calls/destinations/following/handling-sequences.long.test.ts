import { seededRandom, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import type { FollowMePlan } from "@callpanel/phone-port";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../../test/test-pbx.ts";
import { BOBS_NUMBER, gateway, giveNumbers, STRANGER } from "../../../../test/outside.ts";

const ORDERS = 12;
const RUNS_PER_ORDER = 25;
const STEPS = 25;
const DIALLED = ["101", "102", "102", "102", "103", "*67102", "*80102", "**104", STRANGER, "911"];
const FOUND_AT = ["101", "103", "104", STRANGER, "102", "199", "800"];
const ignore = (): void => undefined;

function pickBy(random: () => number): <T>(items: readonly [T, ...T[]]) => T {
  return ([first, ...rest]) => rest[Math.floor(random() * (rest.length + 1)) - 1] ?? first;
}

function planBy(random: () => number): FollowMePlan {
  const pick = pickBy(random);
  return {
    strategy: pick(["ringall", "hunt", "memoryhunt"]),
    numbers: FOUND_AT.filter(() => random() < 0.6).map((number) => ({ number, timeoutSeconds: pick([10, 20, 0, 5]) })),
    firstSeconds: pick([0, 8]),
    totalSeconds: pick([0, 25]),
    prefix: pick(["", "Bob "]),
    confirm: random() < 0.5,
    markAnswered: random() < 0.5,
  };
}

/** A person does something that fits the state of their phone. */
async function use(phone: SipPhone, random: () => number): Promise<void> {
  const own = phone.calls.filter(({ state }) => state !== "ended");
  const call = own[Math.floor(random() * own.length)];
  const dice = random();
  if (call === undefined) {
    if (dice < 0.3) phone.call(pickBy(random)(["102", ...DIALLED]));
  } else if (call.state === "ringing" && call.direction === "incoming") {
    if (dice < 0.4) await call.answer();
    else if (dice < 0.6) call.reject(pickBy(random)([486, 480, 603, 503]));
  } else if (call.state === "talking") await talkOn(call, random);
  else if (dice < 0.05) call.hangUp();
}

async function talkOn(call: PhoneCall, random: () => number): Promise<void> {
  const dice = random();
  if (dice < 0.25) call.hangUp();
  else if (dice < 0.6) {
    const body = pickBy(random)(["1", "1", "2", "7"]);
    await call.request("INFO", { headers: [["Content-Type", "application/dtmf"]], body }).catch(ignore);
  } else if (dice < 0.7)
    await call
      .request("REFER", { headers: [["Refer-To", `<sip:${pickBy(random)(["102", "104"])}@demo>`]] })
      .catch(ignore);
}

const seen = new Set<string>();

async function pbx(random: () => number): Promise<{ readonly made: TestPbx; readonly phones: readonly SipPhone[] }> {
  const made = createTestPbx({ noAnswerMs: 20_000, invitesPerTenSeconds: 1_000 });
  giveNumbers(made);
  made.directory.setEmergencyNumbers(["911"]);
  made.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  if (random() < 0.3) made.directory.answerLater();
  made.directory.change("bob", { followMe: planBy(random) });
  if (random() < 0.3) made.directory.change("carol", { forward: pickBy(random)(["102", "104", STRANGER]) });
  const lines = [await gateway(made, 1, { callLimit: 2 }), await gateway(made, 2)];
  const people = [];
  for (const name of ["alice", "bob", "carol", "dave"]) people.push(await made.registered(name));
  return { made, phones: [...people, ...lines] };
}

async function walk(order: number, run: number): Promise<void> {
  const random = seededRandom(order * 1_000 + run);
  const { made, phones } = await pbx(random);
  const pick = pickBy(random);
  const [first, ...others] = phones;
  if (first === undefined) return;
  first.call("102");
  for (let at = 0; at < STEPS; at += 1) {
    const dice = random();
    if (dice < 0.05) made.directory.change("bob", { followMe: planBy(random) });
    else if (dice < 0.12) phones.at(-1)?.call(BOBS_NUMBER, { fromNumber: STRANGER });
    else await use(pick([first, ...others]), random);
    await settle();
    if (dice > 0.7) await made.clock.advance(pick([1_000, 6_000]));
  }
  for (let round = 0; round < 4; round += 1) {
    for (const phone of phones) for (const call of phone.calls) call.hangUp();
    await made.clock.advance(60_000);
  }
  expect(made.leftovers(), `order ${order}, run ${run}`).toEqual(NOTHING_LEFT);
  expect(made.logged.filter((line) => line.startsWith("error") && !line.includes("no outside line"))).toEqual([]);
  expect(made.records).toHaveLength(made.eventsOf("callStarted").length);
  // Ended calls keep no one busy.
  made.directory.change("bob", { followMe: undefined, callWaiting: false, callLimit: 1 });
  made.directory.change("alice", { callLimit: 1 });
  const [alice, bob] = phones;
  await alice?.register();
  await bob?.register();
  expect(await alice?.call("102").until("ringing"), `order ${order}, run ${run}`).toBe("ringing");
  for (const { disposition, direction } of made.records) [disposition, direction].forEach((one) => seen.add(one));
}

test.each(Array.from({ length: ORDERS }, (_, at) => at + 1))(
  "REACH-25 run %i of follow-me, forwards, lines and prompts loses no one and leaves nothing",
  async (order) => {
    for (let run = 0; run < RUNS_PER_ORDER; run += 1) await walk(order, run);
  },
);

test("REACH-25 the runs have covered everything", () => {
  const wanted = [
    "answered",
    "cancelled",
    "busy",
    "rejected",
    "noAnswer",
    "unavailable",
    "inbound",
    "outbound",
    "internal",
  ];
  expect(wanted.filter((one) => !seen.has(one))).toEqual([]);
});
