import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createBench } from "../../test/bench.ts";
import { createMapStore } from "../../test/fake-ports.ts";
import { last } from "../../test/fake-network.ts";
import { comingCalls } from "../../test/loaded.ts";
import { DIAL_WAIT_MS } from "./later-calls.ts";

test("PHONE-161 a call that is dialled before the code is loaded waits for it", async () => {
  const code = comingCalls();
  const { phone, network, register } = createBench({}, { callCode: code });
  register();
  const dialled = phone.call("102");
  await settle();
  expect([phone.getSnapshot().calls, phone.getSnapshot().canCall]).toEqual([[], true]);
  code.comes();
  expect(await dialled).toMatchObject({ ok: true });
  expect(network.sessions.length).toBe(1);
  expect(phone.getSnapshot().calls.map(({ number }) => number)).toEqual(["102"]);
});

test("PHONE-161 without the code it is refused after 10 s, and dialling again waits again", async () => {
  const code = comingCalls();
  const { phone, clock, register } = createBench({}, { callCode: code });
  register();
  const first = phone.call("102");
  await settle();
  await clock.advance(DIAL_WAIT_MS);
  expect(await first).toEqual({ ok: false, code: "sipua.error.callCode", details: {} });
  const second = phone.call("102");
  code.comes();
  expect(await second).toMatchObject({ ok: true });
});

test("PHONE-161 a phone that lost its connection meanwhile does not dial", async () => {
  const code = comingCalls();
  const { phone, network, register } = createBench({}, { callCode: code });
  register();
  const dialled = phone.call("102");
  await settle();
  network.says({ kind: "disconnected" });
  code.comes();
  expect(await dialled).toMatchObject({ ok: false, code: "sipua.hint.notReady" });
});

test("PHONE-162 calls of an earlier page need the code at once, and are taken back when it comes; without them it waits", async () => {
  const before = createBench();
  before.register();
  await before.talk("102");
  before.phone.leave();

  const code = comingCalls();
  const after = createBench({}, { callCode: code, callStorage: before.callStorage, clock: before.clock });
  after.register();
  expect([code.waits(), after.phone.getSnapshot().calls]).toEqual([1, []]);
  code.comes();
  await settle();
  expect(after.phone.getSnapshot().calls.map(({ number }) => number)).toEqual(["102"]);
  expect(after.network.sessions.length).toBe(1);

  const quiet = comingCalls();
  createBench({}, { callCode: quiet }).register();
  expect(quiet.waits()).toBe(0);
});

/** A page after a reload in a call, whose code of calls is still being loaded. */
async function reloadedInCall() {
  const before = createBench();
  before.register();
  await before.talk("102");
  before.phone.leave();
  const code = comingCalls();
  const callStorage = createMapStore(); // the page before no longer writes
  for (const [key, value] of before.callStorage.map) callStorage.set(key, value);
  const after = createBench({}, { callCode: code, callStorage });
  return { code, after };
}

test("PHONE-162 a phone that is stopped meanwhile ends the far ends of calls of an earlier page", async () => {
  const { code, after } = await reloadedInCall();
  after.register();
  const stopped = after.phone.stop();
  code.comes();
  await after.clock.advance(0);
  expect([after.phone.getSnapshot().calls, after.network.asked]).toEqual([[], expect.not.arrayContaining(["stop"])]);
  const far = last(after.network);
  expect(far.asked[0]).toBe("replaces sip-1");
  far.says({ kind: "accepted" });
  await after.clock.advance(0);
  expect(far.asked.at(-1)).toBe("terminate");
  await after.clock.advance(12_000);
  await stopped;
  expect([after.network.asked.at(-1), after.callStorage.map.size]).toEqual(["stop", 0]);
});

test("PHONE-162 without the code, or without an answer, a phone that is stopped waits no longer than that", async () => {
  const { code, after } = await reloadedInCall();
  after.register();
  const stopped = after.phone.stop();
  await after.clock.advance(DIAL_WAIT_MS + 12_000);
  await stopped;
  code.comes();
  await settle();
  expect([after.phone.getSnapshot().calls, after.network.sessions]).toEqual([[], []]);
});

test("PHONE-162 a page that is closed meanwhile leaves the calls to the next one", async () => {
  const { code, after } = await reloadedInCall();
  after.register();
  after.phone.leave();
  code.comes();
  await after.clock.advance(12_000);
  expect([after.network.sessions, after.callStorage.map.size]).toEqual([[], 1]);
});
