import { describedCodecs, settle, type SipPhone } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT, type TestPbx } from "../../../test/test-pbx.ts";
import type { PhoneSettings } from "../../settings.ts";

/** Alice calls Bob, whose phone rings. */
async function ringing(
  parts: { readonly settings?: Partial<PhoneSettings>; readonly call?: Parameters<SipPhone["call"]>[1] } = {},
) {
  const pbx = createTestPbx(parts.settings);
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const out = alice.call("102", parts.call);
  return { pbx, out, incoming: await bob.incoming() };
}

/** Once all timers of the transactions have fired. */
async function expectNothingLeft(pbx: TestPbx): Promise<void> {
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
}

test("CALL-13 the callee is offered the caller's codecs in its order, and both get the codec that the callee chose", async () => {
  const { out, incoming } = await ringing({
    call: { description: { codecs: ["iLBC", "G722", "opus", "PCMU"] } },
  });
  expect(describedCodecs(incoming.remoteSdp)).toEqual(["G722", "opus", "PCMU", "PCMA"]);
  await incoming.answer({ codecs: ["opus"] });
  await out.until("talking");
  expect(describedCodecs(out.remoteSdp)).toEqual(["opus"]);
});

test("CALL-13 two phones without a common codec talk, each in its own codec", async () => {
  const { pbx, out, incoming } = await ringing({ call: { description: { codecs: ["PCMU"] } } });
  expect(describedCodecs(incoming.remoteSdp)).toEqual(["PCMU", "opus", "G722", "PCMA"]);
  await incoming.answer({ codecs: ["G722"] });
  await out.until("talking");
  await settle();
  expect(describedCodecs(out.remoteSdp)).toEqual(["PCMU"]);
  expect(pbx.talkTogether(out, incoming)).toBe(true);
});

test("CALL-14 an INVITE without SDP gets an offer in the 200 and gives the answer in the ACK", async () => {
  const { pbx, out, incoming } = await ringing({ call: { body: "", description: { codecs: ["PCMU"] } } });
  expect(describedCodecs(incoming.remoteSdp)).toEqual(["opus", "G722", "PCMU", "PCMA"]);
  await incoming.answer({ codecs: ["PCMU"] });
  await out.until("talking");
  await settle();
  expect(describedCodecs(out.remoteSdp)[0]).toBe("PCMU");
  expect(pbx.media.portOf(out.remoteSdp).codec).toBe("PCMU");
  expect(incoming.state).toBe("talking");
});

test("CALL-14 an ACK without the answer ends the call on both sides", async () => {
  const { pbx, out, incoming } = await ringing({ call: { body: "", description: { codecs: ["iLBC"] } } });
  await incoming.answer();
  await incoming.until("ended");
  await settle();
  expect([out.state, incoming.state]).toEqual(["ended", "ended"]);
  await expectNothingLeft(pbx);
});

test("CALL-15 an answer that cannot be used ends the callee's side and refuses the caller", async () => {
  const { pbx, out, incoming } = await ringing();
  await incoming.answer({ codecs: ["iLBC"] });
  await out.until("ended");
  await incoming.until("ended");
  expect(out.statuses).toEqual([180, 488]);
  await expectNothingLeft(pbx);
});

test("CALL-15 broken media refuses the call", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await pbx.registered("bob");
  pbx.media.breakDown();
  const out = alice.call("102");
  await out.until("ended");
  expect(out.statuses).toEqual([500]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-81 an answered call does not go on ringing when the media engine does not respond", async () => {
  const { pbx, out, incoming } = await ringing();
  pbx.media.stall();
  await incoming.answer();
  await pbx.clock.advance(29_999);
  expect(out.state).toBe("ringing");
  await pbx.clock.advance(1);
  await out.until("ended");
  await incoming.until("ended");
  expect(out.statuses).toEqual([180, 500]);
  await expectNothingLeft(pbx);
});

test("CALL-81 a call whose media engine is late is connected when it answers", async () => {
  const { pbx, out, incoming } = await ringing();
  const resume = pbx.media.stall();
  await incoming.answer();
  await pbx.clock.advance(25_000);
  expect(out.state).toBe("ringing");
  resume();
  await out.until("talking");
  await pbx.clock.advance(10_000);
  expect([out.state, incoming.state]).toEqual(["talking", "talking"]);
  expect(out.statuses).toEqual([180, 200]);
  out.hangUp();
  await expectNothingLeft(pbx);
});

test("CALL-81 a caller who hangs up before media is negotiated causes no warning in the log", async () => {
  const { pbx, out, incoming } = await ringing();
  pbx.media.stall();
  await incoming.answer();
  out.hangUp();
  await out.until("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.logged.filter((line) => line.includes("a call has no media"))).toEqual([]);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test.each([
  { ports: 0, status: 500 },
  { ports: 1, status: 480 },
  { ports: 2, status: 180 },
])("CALL-15 with $ports free media ports the caller gets $status", async ({ ports, status }) => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  await pbx.registered("bob");
  await pbx.registered("bob");
  pbx.media.allowPorts(ports);
  const out = alice.call("102");
  await (status < 200 ? out.until("ringing") : out.until("ended"));
  expect(out.statuses).toEqual([status]);
  out.hangUp();
  await expectNothingLeft(pbx);
});
