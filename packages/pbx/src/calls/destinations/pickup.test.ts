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

test("CALL-60 ** and an extension picks up the call that rings there; the phones stop with completed elsewhere", async () => {
  const pbx = createTestPbx();
  const [alice, bob, laptop, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  const out = alice.call("102");
  const [first, second] = [await bob.incoming(), await laptop.incoming()];
  const taken = carol.call("**102");
  await taken.until("talking");
  await out.until("talking");
  await settle();
  expect(pbx.talkTogether(out, taken)).toBe(true);
  expect([first.state, second.state]).toEqual(["ended", "ended"]);
  expect(bob.received.find((frame) => frame.startsWith("CANCEL"))).toContain("Call completed elsewhere");
  expect(taken.response && header(taken.response, "P-Asserted-Identity")).toContain("Alice Archer");
  expect(pbx.system.snapshot().calls).toMatchObject([{ caller: { number: "101" }, callee: { number: "103" } }]);
  await expectNothingLeft(pbx, taken);
  expect(pbx.records).toMatchObject([
    { from: { number: "103" }, to: { number: "**102", name: "Bob Brandt" }, endReason: "moved" },
    { from: { number: "101" }, to: { number: "103" }, dialledNumber: "102", disposition: "answered" },
  ]);
});

test("CALL-66 a call is not picked up without the right on the person whose phone rings", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  pbx.directory.permit((_, act) => act.kind === "pickUp" && act.userId === 4);
  const out = alice.call("102");
  const incoming = await bob.incoming();
  const taken = carol.call("**102");
  await taken.until("ended");
  expect(taken.statuses.at(-1)).toBe(403);
  await incoming.answer();
  await settle();
  expect(pbx.talkTogether(out, incoming)).toBe(true);
  await expectNothingLeft(pbx, out);
});

test("CALL-60 the person whose phones rang is free again while the call continues", async () => {
  const pbx = createTestPbx();
  pbx.directory.change("bob", { callWaiting: false });
  const [alice, bob, carol, dave] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
    await pbx.registered("dave"),
  ];
  const out = alice.call("102");
  await bob.incoming();
  await carol.call("**102").until("talking");
  const next = dave.call("102");
  expect(await next.until("ringing")).toBe("ringing");
  await expectNothingLeft(pbx, out, next);
});

test("CALL-60 a transferred party that rings there can be picked up too, in its codec", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol, dave] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
    await pbx.registered("dave"),
  ];
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  await incoming.request("REFER", { headers: [["Refer-To", "<sip:103@demo>"]] });
  await carol.incoming();
  const unfit = dave.call("**103", { description: { codecs: ["iLBC"] } });
  await unfit.until("ended");
  expect(unfit.statuses).toEqual([488]);
  const taken = dave.call("**103", { body: "" });
  await taken.until("talking");
  await incoming.until("ended");
  await settle();
  expect(pbx.talkTogether(out, taken)).toBe(true);
  await expectNothingLeft(pbx, taken);
});

test("CALL-61 without a ringing call the answer is 480, at an unknown extension 404, and callers cannot pick up their own call", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  const refused = async (number: string, from = carol): Promise<string> => {
    const call = from.call(number);
    await call.until("ended");
    const warning = call.response && header(call.response, "Warning");
    return `${call.statuses.at(-1)} ${warning ?? ""}`;
  };
  const none = '480 399 demo "No call rings there"';
  expect(await refused("**102")).toBe(none);
  expect(await refused("**199")).toBe("404 ");
  const talking = await pbx.talk(alice, "102", bob);
  expect(await refused("**102")).toBe(none);
  const ringing = alice.call("102");
  await bob.incoming();
  expect(await refused("**102", alice)).toBe(none);
  await expectNothingLeft(pbx, talking.out, ringing);
});

test("CALL-61 a caller who hangs up during the pickup leaves the picker with 480", async () => {
  const pbx = createTestPbx();
  const [alice, bob, carol] = [
    await pbx.registered("alice"),
    await pbx.registered("bob"),
    await pbx.registered("carol"),
  ];
  pbx.directory.answerLater();
  const out = alice.call("102");
  await bob.incoming();
  const taken = carol.call("**102");
  out.hangUp();
  await taken.until("ended");
  expect(taken.statuses).toEqual([480]);
  await expectNothingLeft(pbx);
});
