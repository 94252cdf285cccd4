import { ECHO_TEST_ADDRESS, featureCodesWith } from "@callpanel/contract";
import { settle } from "@callpanel/testkit";
import { expect, test } from "vitest";
import { createTestPbx, NOTHING_LEFT } from "../../../test/test-pbx.ts";

test("FEATURE-8 the address of the echo test answers where the code is off", async () => {
  const featureCodes = featureCodesWith(new Map([["echo", null]]));
  const pbx = createTestPbx({ featureCodes: () => featureCodes });
  const alice = await pbx.registered("alice");
  const off = alice.call("*43");
  await off.until("ended");
  const out = alice.call(ECHO_TEST_ADDRESS);
  await out.until("talking");
  await pbx.clock.advance(2_000);
  expect(pbx.media.portOf(out.remoteSdp).heard).toContainEqual({ kind: "echo" });
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.records).toMatchObject([{ disposition: "notFound" }, { to: { name: "Echo test" } }]);
});

test("CALL-33 *43 beeps and then plays the caller's own audio back", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const out = alice.call("*43");
  await out.until("talking");
  await pbx.clock.advance(2_000);
  expect(pbx.media.portOf(out.remoteSdp).heard).toEqual([
    { kind: "prompt", prompt: { kind: "tone", tone: "beep" } },
    { kind: "echo" },
  ]);
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([
    { disposition: "answered", to: { number: "*43", name: "Echo test" }, endedBy: "caller" },
  ]);
});

test("CALL-33 *86 plays music, also to a caller who holds and resumes", async () => {
  const pbx = createTestPbx();
  const alice = await pbx.registered("alice");
  const out = alice.call("*86");
  await out.until("talking");
  await settle();
  expect((await out.hold()).status).toBe(200);
  expect((await out.unhold()).status).toBe(200);
  expect(pbx.media.portOf(out.remoteSdp).heard).toEqual([{ kind: "prompt", prompt: { kind: "music" } }]);
  out.hangUp();
  await pbx.clock.advance(40_000);
  expect(pbx.leftovers()).toEqual(NOTHING_LEFT);
  expect(pbx.records).toMatchObject([{ to: { number: "*86", name: "Music on Hold" } }]);
});
