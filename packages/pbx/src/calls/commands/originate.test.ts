import { header } from "@callpanel/sip";
import { settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";

async function expectNothingLeft(pbx: TestPbx, ...calls: readonly PhoneCall[]): Promise<void> {
  for (const call of calls) call.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.logged.filter((line) => line.startsWith("error"))).toEqual([]);
}

function headerOf(call: PhoneCall, name: string): string | undefined {
  return call.invite === undefined ? undefined : header(call.invite, name);
}

test("CALL-51 originate rings the person's own phones with the target as caller; the one that answers is connected to it", async () => {
  const pbx = createTestPbx();
  const [desk, mobile] = [await pbx.registered("alice"), await pbx.registered("alice")];
  const bob = await pbx.registered("bob");
  const outcome = await pbx.system.commands.originate({ by: "alice", to: "1-0-2" });
  const own = await desk.incoming();
  const other = await mobile.incoming();
  expect(own.invite?.from).toMatchObject({ displayName: "Bob Brandt", uri: { user: "102" } });
  expect(headerOf(own, "Call-Info")).toBeUndefined();
  const [call] = pbx.system.snapshot().calls;
  expect(outcome).toEqual({ ok: true, value: { callId: call?.id } });
  expect(call).toMatchObject({
    state: "ringing",
    caller: { number: "101" },
    callee: { number: "102", name: "Bob Brandt" },
    legs: [
      { side: "caller", state: "ringing" },
      { side: "caller", state: "ringing" },
    ],
  });

  await own.answer();
  const target = await bob.incoming();
  expect([other.state, pbx.heardBy(own)]).toEqual(["ended", "ringback"]);
  expect(target.invite?.from.displayName).toBe("Alice Archer");
  expect(headerOf(target, "Referred-By")).toBeUndefined();
  await target.answer();
  await settle();
  expect(pbx.talkTogether(own, target)).toBe(true);
  target.hangUp();
  expect(await own.until("ended")).toBe("ended");
  await expectNothingLeft(pbx);
  expect(pbx.records).toMatchObject([
    { id: call?.id, from: { number: "101" }, to: { number: "102" }, dialledNumber: "102", disposition: "answered" },
  ]);
  expect(pbx.eventsOf("callStarted")).toHaveLength(1);
});

test("CALL-51 originate to a parking slot retrieves the call that is parked there", async () => {
  const pbx = createTestPbx();
  const lot = { id: "main", name: "Main lot", extension: "700", firstSlot: 701, lastSlot: 702 };
  pbx.directory.addLot({ ...lot, timeoutSeconds: 600 });
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:701@demo>"]] });
  await settle();
  await pbx.system.commands.originate({ by: "carol", to: "701" });
  const own = await carol.incoming();
  await own.answer();
  await settle();
  expect(pbx.talkTogether(own, out)).toBe(true);
  await expectNothingLeft(pbx, own);
});

test.each([
  { status: 486, disposition: "busy" },
  { status: 603, disposition: "rejected" },
])("CALL-52 a target that refuses with $status ends the own leg with the reason", async ({ status, disposition }) => {
  const pbx = createTestPbx();
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  await pbx.system.commands.originate({ by: "alice", to: "102" });
  const own = await alice.incoming();
  await own.answer();
  (await bob.incoming()).reject(status);
  await own.until("ended");
  const bye = own.requests.find(({ method }) => method === "BYE");
  expect(bye === undefined ? undefined : header(bye, "Reason")).toContain(`cause=${status}`);
  await expectNothingLeft(pbx);
  expect(pbx.records).toMatchObject([{ disposition, sipStatus: status }]);
});

test("CALL-52 own phones that refuse or do not answer leave one record and ring no one else", async () => {
  const pbx = createTestPbx({ noAnswerMs: 20_000 });
  const [alice, bob] = [await pbx.registered("alice"), await pbx.registered("bob")];
  await pbx.system.commands.originate({ by: "alice", to: "102" });
  (await alice.incoming()).reject(603);
  await settle();
  await pbx.system.commands.originate({ by: "alice", to: "102" });
  const second = await alice.incoming();
  await pbx.clock.advance(20_000);
  expect(second.state).toBe("ended");
  await expectNothingLeft(pbx);
  expect(pbx.records).toMatchObject([
    { disposition: "rejected", from: { number: "101" }, to: { number: "102" }, sipStatus: 603 },
    { disposition: "noAnswer", endedBy: "system", sipStatus: 480 },
  ]);
  expect(bob.calls).toEqual([]);
});

test("CALL-52 a phone that is lost before it rings, or sends an unusable answer, is not connected", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice", { ringsByItself: false });
  await pbx.registered("bob");
  const order = pbx.system.commands.originate({ by: "alice", to: "102" });
  await alice.incoming();
  alice.cut();
  expect(await order).toEqual({ ok: false, why: "notRegistered" });
  await settle();
  const again = await pbx.registered("alice");
  await pbx.system.commands.originate({ by: "alice", to: "102" });
  await (await again.incoming()).answer({ codecs: ["iLBC"] });
  await expectNothingLeft(pbx);
  expect(pbx.records.map(({ disposition }) => disposition)).toEqual(["unavailable", "failed"]);
});

test("CALL-52 shutdown ends ringing calls", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await pbx.registered("bob");
  await pbx.system.commands.originate({ by: "alice", to: "102" });
  const own = await alice.incoming();
  const stopped = pbx.system.stop({ graceMs: 0 });
  await pbx.clock.advance(0);
  await stopped;
  await settle();
  expect(own.state).toBe("ended");
  expect(pbx.records).toMatchObject([{ endReason: "Shutting down" }]);
});

test("CALL-53 originate is refused for an unknown number, without a phone, past a limit, to the user's own number", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const { originate } = pbx.system.commands;
  const why = async (by: string, to: string): Promise<string> => {
    const outcome = await originate({ by, to });
    return outcome.ok ? "done" : outcome.why;
  };
  expect([
    await why("alice", "199"),
    await why("alice", "+16045559999"),
    await why("alice", "*55"),
    await why("bob", "101"),
    await why("erin", "101"),
    await why("mallory", "101"),
    await why("alice", "101"),
  ]).toEqual([
    "unknownNumber",
    "unknownNumber",
    "unknownNumber",
    "notRegistered",
    "notRegistered",
    "notRegistered",
    "wrongState",
  ]);
  pbx.directory.change("alice", { callLimit: 0 });
  expect(await why("alice", "102")).toBe("limit");
  void pbx.system.stop({ graceMs: 10_000 });
  pbx.directory.change("alice", { callLimit: 4 });
  expect(await why("alice", "102")).toBe("limit");
  expect(alice.calls).toEqual([]);
});
