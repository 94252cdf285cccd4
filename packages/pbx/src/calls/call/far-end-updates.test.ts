/** When a changed far end is reported, and to which phones. */
import { header } from "@callpanel/sip";
import { describedCodecs, settle, type PhoneCall } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { NOTHING_LEFT } from "../../../test/test-pbx.ts";
import { gateway } from "../../../test/outside.ts";
import { shownFarEnd } from "../../../test/shown-far-end.ts";
import { WITHOUT_UPDATE, scene, refer, answered, CAROL, BY_ALICE, reinvites } from "../../../test/far-end-calls.ts";

const updates = ({ requests }: PhoneCall) => requests.filter(({ method }) => method === "UPDATE");

test("CALL-92 a phone gets an update when something changes, and only then", async () => {
  const { talk } = await scene();
  const { bobs, alices } = await talk();
  expect([...updates(bobs), ...updates(alices)]).toEqual([]);
  await alices.hold();
  await alices.unhold();
  await settle();
  expect(updates(bobs).map((update) => header(update, "X-Far-End"))).toEqual(["person;doing=holding", "person"]);
  expect(updates(alices)).toEqual([]);
});

test("CALL-92 a phone that responds 491 gets the update again, with the state of that moment", async () => {
  const { pbx, talk, carol } = await scene();
  const { bobs, alices } = await talk();
  bobs.refuseNext("UPDATE", 491);
  await refer(alices, "<sip:103@demo>");
  await answered(carol);
  await pbx.clock.advance(3_000);
  expect(shownFarEnd(bobs)).toBe(`${CAROL} | person;${BY_ALICE}`);
  expect(bobs.state).toBe("talking");
});

test("CALL-92 a phone without UPDATE gets a re-INVITE that offers the codec in use, keeps its hold and goes on talking", async () => {
  const { pbx, talk, carol } = await scene(WITHOUT_UPDATE);
  const { bobs, alices } = await talk();
  expect([...reinvites(bobs), ...reinvites(alices)]).toEqual([]);
  await alices.hold();
  await pbx.clock.advance(2_200);
  expect(reinvites(bobs).map((request) => header(request, "X-Far-End"))).toEqual(["person;doing=holding"]);
  expect(reinvites(alices)).toEqual([]);
  expect(describedCodecs(reinvites(bobs)[0]?.body ?? "")).toEqual(["opus"]);
  await alices.unhold();
  await refer(alices, "<sip:103@demo>");
  await answered(carol);
  await pbx.clock.advance(2_200);
  expect(shownFarEnd(bobs)).toBe(`${CAROL} | person;${BY_ALICE}`);
  expect([...updates(bobs), ...updates(alices)]).toEqual([]);
  expect(bobs.state).toBe("talking");
  bobs.hangUp();
  await pbx.clock.advance(200_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test.each([488, 491])("CALL-92 a phone that refuses the re-INVITE with %d stays in its call", async (status) => {
  const { pbx, talk, carol } = await scene(WITHOUT_UPDATE);
  const { bobs, alices } = await talk();
  bobs.refuseNext("INVITE", status);
  await refer(alices, "<sip:103@demo>");
  await answered(carol);
  await pbx.clock.advance(5_000);
  expect(reinvites(bobs)).toHaveLength(status === 491 ? 2 : 1);
  expect(bobs.state).toBe("talking");
  expect((await bobs.hold()).status).toBe(200);
});

test.each([undefined, WITHOUT_UPDATE])(
  "CALL-92 a phone that was offline gets the new far end when it is back (%s)",
  async (allow) => {
    const { pbx, bob, talk, carol } = await scene(allow);
    const { bobs, alices } = await talk();
    bob.cut();
    await refer(alices, "<sip:103@demo>");
    await answered(carol);
    bob.reconnect();
    await bob.register();
    await pbx.clock.advance(2_200);
    expect(shownFarEnd(bobs)).toBe(`${CAROL} | person;${BY_ALICE}`);
  },
);

test("CALL-94 a far end that a phone itself writes is dropped", async () => {
  const { bob, alice } = await scene();
  bob.call("101", {
    headers: [
      ["X-Far-End", "mailbox;name=Carol;came=transferred;by=103;by-name=Carol;by-kind=person"],
      ["Referred-By", "<sip:103@demo>"],
      ["Diversion", "<sip:103@demo>"],
    ],
  });
  const { invite } = await alice.incoming();
  const said = ["X-Far-End", "Referred-By", "Diversion"].map((name) => invite && header(invite, name));
  expect(said).toEqual(["person", undefined, undefined]);
});

test("CALL-95 an outside line does not see how a call moves inside", async () => {
  const { pbx, alice, carol } = await scene();
  const trunk = await gateway(pbx);
  const { out, in: incoming } = await pbx.talk(alice, "5550142", trunk);
  expect(incoming.invite && header(incoming.invite, "X-Far-End")).toBeUndefined();
  await refer(out, "<sip:103@demo>");
  const target = await answered(carol);
  expect(shownFarEnd(target)).toBe(`<sip:5550142@demo> | outside;${BY_ALICE}`);
  expect(updates(incoming)).toEqual([]);
});

test("CALL-96 a caller who withholds their number stays anonymous after a transfer", async () => {
  const { pbx, bob, alice, carol } = await scene();
  const { in: incoming } = await pbx.talk(bob, "*67101", alice);
  expect(shownFarEnd(incoming)).toBe("nothing");
  expect(incoming.invite && header(incoming.invite, "X-Far-End")).toBe("outside");
  await refer(incoming, "<sip:103@demo>");
  const target = await answered(carol);
  for (const call of [incoming, target])
    for (const message of [call.invite, ...call.requests])
      expect(message?.headers.map(([, value]) => value).join()).not.toMatch(/Bob|102@/);
});

test("CALL-98 a phone without an audio path, and its far end, are notified until there is one", async () => {
  const { pbx, talk } = await scene();
  pbx.media.losePaths();
  const { bobs, alices } = await talk();
  const ports = [alices, bobs].map(({ remoteSdp }) => pbx.media.portOf(remoteSdp));
  ports[1]?.emit({ kind: "connected" });
  await pbx.clock.advance(4_999);
  expect([shownFarEnd(alices), shownFarEnd(bobs)]).not.toContain("silence");
  await pbx.clock.advance(1);
  expect(shownFarEnd(alices)).toContain("person;silence=near");
  expect(shownFarEnd(bobs)).toContain("person;silence=far");
  ports[0]?.emit({ kind: "connected" });
  await settle();
  expect(shownFarEnd(alices)).not.toContain("silence");
  expect(shownFarEnd(bobs)).not.toContain("silence");
  bobs.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-98 with both ends cut off each phone gets its own state; a call that ends in time reports nothing", async () => {
  const { pbx, talk } = await scene();
  pbx.media.losePaths();
  const { bobs, alices } = await talk();
  await pbx.clock.advance(5_000);
  expect(shownFarEnd(alices)).toContain("silence=near");
  expect(shownFarEnd(bobs)).toContain("silence=near");
  bobs.hangUp();
  await settle();
  const next = await talk();
  next.bobs.hangUp();
  await pbx.clock.advance(40_000);
  expect(shownFarEnd(next.alices)).not.toContain("silence");
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});
