import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../../test/test-pbx.ts";

test("CALL-35 a leg with a dead socket is kept for the grace time, then its call ends", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { in: incoming } = await pbx.talk(alice, "102", bob);
  alice.cut();
  await pbx.clock.advance(89_000);
  expect(incoming.state).toBe("talking");
  expect(pbx.system.snapshot().calls[0]?.legs).toMatchObject([{ detached: true }, { detached: false }]);
  await pbx.clock.advance(1_000);
  expect(incoming.state).toBe("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ disposition: "answered", endReason: "connection lost" }]);
  expect(pbx.eventsOf("legDetached")).toHaveLength(1);
});

test("CALL-35 when the other side hangs up meanwhile, nothing is left of the dead leg", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { in: incoming } = await pbx.talk(alice, "102", bob);
  alice.cut();
  await settle();
  incoming.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-36 a phone that registers again on a new socket gets its call back", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  bob.cut();
  await pbx.clock.advance(60_000);
  bob.reconnect();
  await bob.register();
  expect(pbx.eventsOf("legReattached")).toHaveLength(1);
  await pbx.clock.advance(60_000);
  expect([out.state, incoming.state]).toEqual(["talking", "talking"]);
  out.hangUp();
  await incoming.until("ended");
  expect(incoming.requests.map(({ method }) => method)).toEqual(["BYE"]);
});

test("CALL-36 a request within the dialog from a new socket must be authenticated, and moves the leg there", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  alice.cut();
  alice.reconnect();
  const response = await out.reoffer({});
  expect(response.status).toBe(200);
  expect(alice.received.some((frame) => frame.startsWith("SIP/2.0 401") && frame.includes(" INVITE\r\n"))).toBe(true);
  await pbx.clock.advance(120_000);
  incoming.hangUp();
  await out.until("ended");
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-36 no other user can end a call from another socket", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  const { out } = await pbx.talk(alice, "102", bob);
  const { dialog } = out;
  const bye = await carol.request("BYE", {
    to: "102",
    inDialog: { callId: dialog?.callId ?? "", localTag: dialog?.localTag ?? "", remoteTag: dialog?.remoteTag ?? "" },
  });
  expect(bye.status).toBe(403);
  await settle();
  expect(out.state).toBe("talking");
});

test.each(["caller", "callee"])(
  "CALL-37 a call attempt ends when the %s's socket dies before the answer; six seconds after the callee's last phone is lost",
  async (side) => {
    const pbx = createTestPbx();
    const alice = await pbx.registered("alice");
    const bob = await pbx.registered("bob");
    const out = alice.call("102");
    const incoming = await bob.incoming();
    (side === "caller" ? alice : bob).cut();
    await settle();
    if (side === "callee") {
      expect(out.state).toBe("ringing");
      await pbx.clock.advance(6_000);
    }
    expect(side === "caller" ? incoming.state : out.state).toBe("ended");
    await pbx.clock.advance(40_000);
    expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
    expect(pbx.records).toMatchObject([{ disposition: side === "caller" ? "cancelled" : "unavailable" }]);
  },
);

test("CALL-38 stopping refuses new calls, waits for current calls, and then ends them", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const carol = await pbx.registered("carol");
  const { out, in: incoming } = await pbx.talk(alice, "102", bob);
  const stopped = pbx.system.stop({ graceMs: 10_000 });
  const late = carol.call("101");
  await late.until("ended");
  expect(late.statuses).toEqual([503]);
  await pbx.clock.advance(9_000);
  expect(out.state).toBe("talking");
  await pbx.clock.advance(1_000);
  await stopped;
  await settle();
  expect([out.state, incoming.state]).toEqual(["ended", "ended"]);
  expect(pbx.records).toMatchObject([{ endReason: "shutdown", endedBy: "system" }]);
  expect(pbx.closings).toEqual([1, 2, 3].map(() => ({ code: 1001, reason: "Server stops" })));
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
});

test("CALL-38 stopping does not wait longer than the last call", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const bob = await pbx.registered("bob");
  const { out } = await pbx.talk(alice, "102", bob);
  const stopped = pbx.system.stop({ graceMs: 600_000 });
  out.hangUp();
  await stopped;
  expect(pbx.records).toMatchObject([{ disposition: "answered" }]);
});

test("CALL-38 after the stop no client can connect", async () => {
  const pbx = createTestPbx();
  await pbx.system.stop({ graceMs: 0 });
  pbx.phone("alice");
  expect(pbx.closings).toEqual([{ code: 1001, reason: "Server stops" }]);
});
