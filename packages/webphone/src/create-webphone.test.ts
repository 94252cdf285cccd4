import { expect, test } from "vitest";
import { createBench } from "../test/bench.ts";

test("PHONE-1 a wrong configuration is refused and reported, and the phone does not connect", () => {
  const bench = createBench({ ha1: "short" });
  const refusal = { ok: false, code: "sipua.error.ha1", details: {} };
  expect(bench.phone.start()).toEqual(refusal);
  expect(bench.events).toEqual([{ kind: "failure", code: "sipua.error.ha1", details: {} }]);
  expect(bench.network.settings()).toBeUndefined();
  expect(bench.phone.getSnapshot()).toMatchObject({ status: 0, canCall: false });
});

test("PHONE-1 a browser without WebRTC is refused", () => {
  const bench = createBench();
  Object.assign(bench.microphones, { supported: false });
  expect(bench.phone.start()).toMatchObject({ ok: false, code: "sipua.error.notSupported" });
});

test("PHONE-1 errors of the user agent about its settings are reported", () => {
  const bench = createBench();
  bench.network.complaint = "bad uri";
  const details = { message: "bad uri" };
  expect(bench.phone.start()).toEqual({ ok: false, code: "sipua.error.config", details });
  bench.network.complaint = undefined;
  expect(bench.phone.start()).toEqual({ ok: true });
  expect(bench.network.settings()).toMatchObject({
    proxies: [{ url: "ws://127.0.0.1:8080/sip" }],
    uri: "sip:alice@demo",
  });
  expect(bench.phone.start()).toEqual({ ok: true });
  expect(bench.network.asked).toEqual(["start"]);
});

test("PHONE-118 a user agent that does not start is reported as such", () => {
  const bench = createBench();
  bench.network.faults = { start: "no transport" };
  expect(bench.phone.start()).toEqual({ ok: false, code: "sipua.error.ua", details: { message: "no transport" } });
  bench.network.faults = {};
  expect(bench.phone.start()).toEqual({ ok: true });
});

test("PHONE-118 a tone that cannot be played is reported once, and the call rings on", () => {
  const bench = createBench();
  bench.register();
  bench.sound.fault = "no output";
  bench.network.rings("103");
  bench.network.rings("104");
  const failures = () => bench.events.filter(({ kind }) => kind === "failure");
  expect(failures()).toEqual([{ kind: "failure", code: "sipua.error.sound", details: { message: "no output" } }]);
  expect(bench.phone.getSnapshot().calls.map(({ visual }) => visual)).toEqual(["ringing", "ringing"]);
  bench.phone.testSound("ring");
  expect(failures()).toHaveLength(2);
});

test("PHONE-44 a snapshot keeps its identity until something changes, and so do its parts", async () => {
  const bench = createBench();
  bench.register();
  let told = 0;
  const stop = bench.phone.subscribe(() => (told += 1));
  const before = bench.phone.getSnapshot();
  bench.phone.setVolume(before.volume);
  expect(bench.phone.getSnapshot()).toBe(before);
  expect(told).toBe(0);
  const first = await bench.talk("102");
  const talking = bench.phone.getSnapshot();
  bench.network.rings("103");
  const ringing = bench.phone.getSnapshot();
  expect(ringing.calls.find(({ id }) => id === first.id)).toBe(talking.calls[0]);
  expect(ringing.devices).toBe(talking.devices);
  expect(ringing.log).toBe(talking.log);
  stop();
  const known = told;
  bench.phone.setVolume(0.1);
  expect(told).toBe(known);
});
