import { parseSipfrag } from "@callpanel/sip";
import { settle, type PhoneCall, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

const LOT = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 702, timeoutSeconds: 60 };

interface Parked {
  readonly at: TestPbx;
  readonly bob: SipPhone;
  readonly carol: SipPhone;
  readonly parkee: PhoneCall;
  readonly parker: PhoneCall;
}

/** Alice has called Bob, who has parked her. */
async function park(): Promise<Parked> {
  const at = createTestPbx({ noAnswerMs: 20_000 });
  at.directory.addLot(LOT);
  const alice = await at.registered("alice");
  const bob = await at.registered("bob");
  const carol = await at.registered("carol");
  const { out, in: incoming } = await at.talk(alice, "102", bob);
  await sendToLot(incoming);
  return { at, bob, carol, parkee: out, parker: incoming };
}

async function sendToLot(call: PhoneCall): Promise<void> {
  await call.request("REFER", { headers: [["Refer-To", "<sip:700@demo>"]] });
  await settle();
}

function heardBy(at: TestPbx, call: PhoneCall): string {
  const source = at.media.portOf(call.remoteSdp).hearsNow;
  if (source.kind === "prompt") return source.prompt.kind === "tone" ? source.prompt.tone : source.prompt.kind;
  return source.kind === "peer" ? source.port.id : source.kind;
}

async function expectNothingLeft(at: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await at.clock.advance(40_000);
  expect(at.leftovers()).toEqual(NOTHING_LEFT);
  expect(at.system.snapshot().parked).toEqual([]);
}

test("PARK-1 a transfer to the lot parks the other in the first free slot, with music", async () => {
  const { at, parkee, parker } = await park();
  expect([parkee.state, parker.state]).toEqual(["talking", "ended"]);
  expect(heardBy(at, parkee)).toBe("music");
  const statuses = parker.requests.flatMap(({ body }) => parseSipfrag(body)?.status ?? []);
  expect([...statuses, parker.requests.at(-1)?.method]).toEqual([100, 200, "BYE"]);
  await expectNothingLeft(at, parkee);
});

test("PARK-2 the event and the snapshot have slot, parkee, parker and times", async () => {
  const { at, parkee } = await park();
  const now = at.clock.now();
  const parked = {
    lotId: "main",
    lotName: "Main lot",
    slot: "701",
    parkee: { number: "101" },
    parker: { number: "102" },
    parkedAt: now,
    timeoutAt: now + 60_000,
  };
  expect(at.events.filter(({ kind }) => kind === "parked")).toMatchObject([{ parked }]);
  expect(at.system.snapshot().parked).toMatchObject([parked]);
  await expectNothingLeft(at, parkee);
});

test("PARK-3 a caller of the slot talks to the parkee; an empty slot is 404", async () => {
  const { at, carol, parkee } = await park();
  const empty = carol.call("702");
  await empty.until("ended");
  expect(empty.statuses.at(-1)).toBe(404);
  const out = carol.call("701", { description: { codecs: ["PCMU", "opus"] } });
  await out.until("talking");
  await settle();
  expect(heardBy(at, parkee)).toBe(at.media.portOf(out.remoteSdp).id);
  expect(heardBy(at, out)).toBe(at.media.portOf(parkee.remoteSdp).id);
  expect(out.remoteSdp).toContain("opus/48000");
  expect(at.events.filter(({ kind }) => kind === "unparked")).toHaveLength(1);
  expect(at.system.snapshot()).toMatchObject({ parked: [], calls: [{ caller: { number: "103" } }] });
  out.hangUp();
  expect(await parkee.until("ended")).toBe("ended");
  await expectNothingLeft(at);
});

test("PARK-3 a phone without the parkee's codec can talk to the parkee as well", async () => {
  const { at, carol, parkee } = await park();
  const out = carol.call("701", { description: { codecs: ["PCMU"] } });
  await out.until("talking");
  await settle();
  expect(heardBy(at, parkee)).toBe(at.media.portOf(out.remoteSdp).id);
  expect(out.remoteSdp).toContain("PCMU");
  await expectNothingLeft(at, parkee);
});

test("PARK-4 after the parking time the parker is rung and gets the call back", async () => {
  const { at, bob, parkee } = await park();
  await at.clock.advance(60_000);
  const back = await bob.incoming();
  expect(heardBy(at, parkee)).toBe("ringback");
  expect(at.events.filter(({ kind }) => kind === "parkingTimedOut")).toHaveLength(1);
  await back.answer();
  await settle();
  expect(heardBy(at, parkee)).toBe(at.media.portOf(back.remoteSdp).id);
  await expectNothingLeft(at, back);
});

test("PARK-4 if the parker does not answer, the call is in the lot again", async () => {
  const { at, parkee } = await park();
  await at.clock.advance(80_000);
  await settle();
  expect(at.system.snapshot().parked).toMatchObject([{ slot: "701", parkedAt: at.clock.now() }]);
  expect(heardBy(at, parkee)).toBe("music");
  await expectNothingLeft(at, parkee);
});

test("PARK-5 a parkee who hangs up frees the slot", async () => {
  const { at, parkee } = await park();
  parkee.hangUp();
  await settle();
  expect(at.events.filter(({ kind }) => kind === "parkingGaveUp")).toHaveLength(1);
  await expectNothingLeft(at);
});

test("PARK-6 a full lot is 486 and the two stay together; dialling only the lot is 480", async () => {
  const { at, bob, carol, parkee } = await park();
  const calls: PhoneCall[] = [parkee];
  for (const last of [false, true]) {
    const { out, in: incoming } = await at.talk(carol, "102", bob);
    calls.push(out);
    await sendToLot(incoming);
    expect(incoming.state).toBe(last ? "talking" : "ended");
    expect(heardBy(at, out) === "music").toBe(!last);
  }
  const alone = carol.call("700");
  await alone.until("ended");
  expect(alone.statuses.at(-1)).toBe(480);
  await expectNothingLeft(at, ...calls);
});

test("PARK-11 a person without the right cannot retrieve a parked call, and does not learn whether there is one", async () => {
  const { at, bob, carol, parkee } = await park();
  at.directory.permit((_, act) => act.kind === "retrieve" && act.isParty);
  const statusOf = async (number: string) => {
    const call = carol.call(number);
    await call.until("ended");
    return call.statuses.at(-1);
  };
  expect([await statusOf("701"), await statusOf("702")]).toEqual([403, 403]);
  expect(heardBy(at, parkee)).toBe("music");
  const back = bob.call("701");
  await back.until("talking");
  await settle();
  expect(at.talkTogether(back, parkee)).toBe(true);
  await expectNothingLeft(at, back);
});
