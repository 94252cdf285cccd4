import { seededRandom, settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

const ORDERS = 20;
const RUNS_PER_ORDER = 50;
const STEPS = 10;
const LOT = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 30 };
const PEOPLE = ["alice", "bob", "carol", "dave"];
const DIALLED = ["101", "102", "103", "104", "**101", "**103", "701", "702", "*86", "800"];
const PASSED_TO = ["103", "104", "199", "700", "701", "702", "*86", "800"];
const ignore = (): void => undefined;

interface Scene {
  readonly pbx: TestPbx;
  readonly phones: readonly SipPhone[];
  readonly random: () => number;
}

/** A person does something: with their phone, or by a command to the system. */
async function step(scene: Scene): Promise<void> {
  const dice = scene.random();
  if (dice < 0.12) return order(scene);
  if (dice < 0.16) return comeBack(scene);
  return useThePhone(scene);
}

/** A person does something that fits the state of their phone. */
async function useThePhone({ phones, random }: Scene): Promise<void> {
  const pick = pickBy(random);
  const phone = pick(phones);
  const own = phone?.calls.filter(({ state }) => state !== "ended") ?? [];
  const call = pick(own);
  const dice = random();
  if (phone === undefined) return;
  if (call === undefined) {
    if (dice < 0.2) phone.call(pick(DIALLED) ?? "103");
    return;
  }
  if (call.state === "ringing" && call.direction === "incoming") {
    if (dice < 0.6) await call.answer();
    else if (dice < 0.8) call.reject(486);
    return;
  }
  if (call.state !== "talking" || dice < 0.12) return call.hangUp();
  if (dice < 0.3) await call.hold().catch(ignore);
  else if (dice < 0.4) await call.unhold().catch(ignore);
  else if (dice < 0.55) phone.call(pick(DIALLED) ?? "103");
  else await refer(call, pick(own.filter((one) => one !== call && one.state === "talking")), pick(PASSED_TO));
}

async function refer(call: PhoneCall, other: PhoneCall | undefined, number = "103"): Promise<void> {
  const replaces = other === undefined ? "" : `?Replaces=${encodeURIComponent(other.replaces())}`;
  await call.request("REFER", { headers: [["Refer-To", `<sip:${number}@demo${replaces}>`]] }).catch(ignore);
}

/** The receptionist moves legs, or a person's panel dials for them. */
async function order({ pbx, random }: Scene): Promise<void> {
  const pick = pickBy(random);
  const { commands } = pbx.system;
  const by = pick(PEOPLE) ?? "dave";
  const to = pick(PASSED_TO) ?? "103";
  const dice = random();
  // It resolves when a phone rings, which may be long after the next step.
  if (dice < 0.3) return void commands.originate({ by, to });
  const calls = pbx.system.snapshot().calls;
  const legIds = dice < 0.5 ? pick(calls)?.legs.map(({ id }) => id) : [pick(pick(calls)?.legs ?? [])?.id ?? ""];
  await commands.redirect({ by, legIds: legIds ?? [], to });
}

/** A page is reloaded in the middle of a call. */
async function comeBack({ phones, random }: Scene): Promise<void> {
  const pick = pickBy(random);
  const phone = pick(phones);
  const old = pick(phone?.calls.filter(({ state }) => state === "talking") ?? []);
  if (phone !== undefined && old !== undefined) phone.call("102", { headers: [["Replaces", old.replaces()]] });
  await settle();
}

function pickBy(random: () => number): <T>(items: readonly T[]) => T | undefined {
  return (items) => items[Math.floor(random() * items.length)];
}

/** Each person whose phone shows a conversation must be in one live call with a far end or a service, and hear something. */
function lost(pbx: TestPbx, phones: readonly SipPhone[]): readonly string[] {
  const { calls } = pbx.system.snapshot();
  return phones.flatMap(({ calls: own }) =>
    own
      .filter(({ state }) => state === "talking")
      .flatMap(({ dialog, remoteSdp }) => {
        const places = calls.filter(({ legs }) => legs.some(({ sipCallId }) => sipCallId === dialog?.callId));
        const hears = pbx.media.portOf(remoteSdp).hearsNow;
        const heard = hears.kind === "peer" ? [hears.port] : hears.kind === "mix" ? hears.ports : [];
        const sounds = hears.kind !== "none" && heard.every(({ id }) => pbx.media.isOpen(id));
        return places.length === 1 && sounds
          ? []
          : [`${dialog?.callId} is in ${places.length} calls, hears ${hears.kind}`];
      }),
  );
}

const seen = new Set<string>();

test.each(Array.from({ length: ORDERS }, (_, at) => at + 1))(
  "XFER-15 run %i of transfers, commands, pickups and parking loses no one and leaves nothing",
  async (run) => {
    for (let at = 0; at < RUNS_PER_ORDER; at += 1) await walk(run, at);
  },
);

async function walk(order: number, run: number): Promise<void> {
  const random = seededRandom(order * 1_000 + run);
  const pbx = createTestPbx({ noAnswerMs: 20_000, invitesPerTenSeconds: 1_000 });
  pbx.directory.addLot(LOT);
  pbx.directory.setNumber("800", { kind: "room", id: "800", name: "Open room" });
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  const phones = [alice, bob, await pbx.registered("carol"), await pbx.registered("dave")];
  await pbx.talk(alice, "102", bob);
  for (let at = 0; at < STEPS; at += 1) {
    await step({ pbx, phones, random });
    await settle();
    if (random() < 0.2) await pbx.clock.advance(10_000);
    expect(lost(pbx, phones), `order ${order}, run ${run}, step ${at}`).toEqual([]);
  }
  for (let round = 0; round < 3; round += 1) {
    for (const phone of phones) for (const call of phone.calls) call.hangUp();
    await pbx.clock.advance(60_000);
  }
  expect(pbx.leftovers(), `order ${order}, run ${run}`).toEqual(NOTHING_LEFT);
  expect(pbx.system.snapshot()).toMatchObject({ parked: [], rooms: [] });
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
  expect(pbx.records).toHaveLength(pbx.eventsOf("callStarted").length);
  for (const { endReason } of pbx.records) seen.add(endReason);
  for (const { kind } of pbx.events) seen.add(kind);
}

test("XFER-15 the runs have covered everything", () => {
  const wanted = [
    "transferred",
    "moved",
    "parked",
    "unparked",
    "parkingSwapped",
    "parkingTimedOut",
    "legReturned",
    "roomJoined",
  ];
  expect([...wanted, "legReattached", "callHeld"].filter((one) => !seen.has(one))).toEqual([]);
});
