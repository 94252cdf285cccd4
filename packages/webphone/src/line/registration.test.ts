import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createBench } from "../../test/bench.ts";

const failures = (bench: ReturnType<typeof createBench>) => bench.events.filter((event) => event.kind === "failure");
const TIMEOUT = { cause: "Request Timeout", reason: "", statusCode: undefined };
const UNPROVED = { cause: "Authentication Error", reason: "Unauthorized", statusCode: 401 };
const FORBIDDEN = { cause: "Rejected", reason: "Forbidden", statusCode: 403 };

test("PHONE-3 status goes 0, 1, 3 and back", () => {
  const { phone, network } = createBench();
  const seen: unknown[] = [];
  const look = () => {
    const { status, state, canCall } = phone.getSnapshot();
    seen.push([status, state, canCall]);
  };
  look();
  phone.start();
  look();
  network.says({ kind: "connected" });
  look();
  network.says({ kind: "registered" });
  look();
  network.says({ kind: "disconnected" });
  look();
  expect(seen).toEqual([
    [0, "not-registered", false],
    [0, "connecting", false],
    [1, "connecting", false],
    [3, "registered", true],
    [0, "connecting", false],
  ]);
});

test("PHONE-130 a secret that is no longer accepted is requested again once, and nothing is reported", async () => {
  const asked: string[] = [];
  const answers = ["the next", "the next", "one more"];
  const bench = createBench({}, { renewHa1: async () => (asked.push("asked"), answers.shift() ?? "") });
  bench.phone.start();
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registrationFailed", failure: UNPROVED });
  expect(bench.phone.getSnapshot().state).toBe("connecting");
  await settle();
  expect(bench.network.asked.slice(-2)).toEqual(["ha1 the next", "register"]);
  bench.network.says({ kind: "registered" });
  expect([failures(bench), asked.length]).toEqual([[], 1]);

  // The same secret again is a refusal, and is reported; it is not requested at every try.
  bench.network.says({ kind: "registrationFailed", failure: UNPROVED });
  await settle();
  bench.network.says({ kind: "registrationFailed", failure: UNPROVED });
  await settle();
  expect([failures(bench).length, asked.length]).toEqual([1, 2]);
  expect(bench.phone.getSnapshot()).toMatchObject({ status: 1, state: "not-registered" });
});

test("PHONE-130 if it cannot be fetched the registration is refused", async () => {
  const bench = createBench({}, { renewHa1: () => Promise.reject(new Error("signed out")) });
  bench.phone.start();
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registrationFailed", failure: UNPROVED });
  await settle();
  expect(failures(bench)).toHaveLength(1);
  expect(bench.phone.getSnapshot().state).toBe("not-registered");
});

test("PHONE-4 a refused registration clears the bit, is reported once, and is tried again after 90 s", async () => {
  const bench = createBench();
  bench.phone.start();
  bench.network.says({ kind: "connected" });
  bench.network.says({ kind: "registrationFailed", failure: FORBIDDEN });
  bench.network.says({ kind: "registrationFailed", failure: FORBIDDEN });
  expect(bench.phone.getSnapshot()).toMatchObject({ status: 1, state: "not-registered" });
  expect(failures(bench)).toEqual([
    { kind: "failure", code: "sipua.error.register", details: { cause: "Rejected", reason: "Forbidden" } },
  ]);
  await bench.clock.advance(89_000);
  expect(bench.network.asked).toEqual(["start"]);
  await bench.clock.advance(1_000);
  expect(bench.network.asked).toEqual(["start", "register"]);
});

test("PHONE-4 a registration without an answer is tried again after 5 s, and a later failure is reported again", async () => {
  const bench = createBench();
  bench.register();
  bench.network.says({ kind: "registrationFailed", failure: TIMEOUT });
  expect(bench.phone.getSnapshot().status).toBe(1);
  await bench.clock.advance(5_000);
  expect(bench.network.asked).toContain("register");
  bench.network.says({ kind: "registered" });
  expect(bench.phone.getSnapshot().status).toBe(3);
  bench.network.says({ kind: "registrationFailed", failure: TIMEOUT });
  expect(failures(bench)).toHaveLength(2);
});

test("PHONE-5 OPTIONS goes out every 90 s while registered and not otherwise", async () => {
  const bench = createBench();
  bench.register();
  await bench.clock.advance(89_999);
  expect(bench.network.asked).toEqual(["start"]);
  await bench.clock.advance(1);
  expect(bench.network.asked).toEqual(["start", "options"]);
  await bench.clock.advance(90_000);
  expect(bench.network.asked).toEqual(["start", "options", "options"]);
  bench.network.says({ kind: "disconnected" });
  await bench.clock.advance(300_000);
  expect(bench.network.asked).toEqual(["start", "options", "options"]);
});

test("PHONE-6 two failures in a row reconnect", async () => {
  const bench = createBench();
  bench.register();
  bench.network.options = "failed";
  await bench.clock.advance(90_000);
  expect(bench.network.asked).not.toContain("reconnect");
  await bench.clock.advance(90_000);
  expect(bench.network.asked).toEqual(["start", "options", "options", "reconnect"]);
});

test("PHONE-6 an answer between two failures resets the count; silence for 10 s is a failure", async () => {
  const bench = createBench();
  bench.register();
  bench.network.options = "silent";
  await bench.clock.advance(100_000);
  bench.network.options = "answered";
  await bench.clock.advance(90_000);
  bench.network.options = "silent";
  await bench.clock.advance(100_000);
  expect(bench.network.asked).not.toContain("reconnect");
  await bench.clock.advance(100_000);
  expect(bench.network.asked).toContain("reconnect");
});

test("PHONE-8 a probe connects at once while the phone waits to", () => {
  const bench = createBench();
  bench.register();
  bench.network.says({ kind: "disconnected" });
  bench.phone.probe();
  expect(bench.network.asked).toEqual(["start", "reconnect"]);
});

test("PHONE-8 a probe without an answer in 3 s reconnects, with one it does not", async () => {
  const bench = createBench();
  bench.register();
  bench.phone.probe();
  await bench.clock.advance(3_000);
  expect(bench.network.asked).toEqual(["start", "options"]);
  bench.network.options = "silent";
  bench.phone.probe();
  bench.phone.probe();
  await bench.clock.advance(3_000);
  expect(bench.network.asked).toEqual(["start", "options", "options", "reconnect"]);
});

test("PHONE-8 a probe does nothing on a phone that is off", () => {
  const bench = createBench();
  bench.phone.probe();
  expect(bench.network.asked).toEqual([]);
});

test("PHONE-9 stopping ends the calls, unregisters, then disconnects", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  const stopped = bench.phone.stop();
  expect(far.asked).toContain("terminate");
  expect(bench.phone.getSnapshot().calls).toEqual([]);
  expect(bench.network.asked.slice(-1)).toEqual(["unregister"]);
  bench.network.says({ kind: "unregistered" });
  await bench.clock.advance(0);
  expect(bench.network.asked.slice(-2)).toEqual(["unregister", "stop"]);
  bench.network.says({ kind: "disconnected" });
  await stopped;
  expect(bench.phone.getSnapshot()).toMatchObject({ status: 0, state: "not-registered" });
  expect(bench.clock.timerCount).toBe(0);
});

test("PHONE-9 a server that says nothing is waited for 6 s and 6 s, then the phone is off and can start again", async () => {
  const bench = createBench();
  bench.register();
  let over = false;
  void bench.phone.stop().then(() => (over = true));
  await bench.clock.advance(6_000);
  expect(bench.network.asked.slice(-1)).toEqual(["stop"]);
  await bench.clock.advance(5_999);
  expect(over).toBe(false);
  await bench.clock.advance(1);
  expect(over).toBe(true);
  const late = bench.network.speaker();
  bench.register();
  late({ kind: "disconnected" });
  expect(bench.phone.getSnapshot().status).toBe(3);
});

test("PHONE-9 a start during a stop follows it, a stop after that start wins", async () => {
  const bench = createBench();
  bench.register();
  const stopped = bench.phone.stop();
  expect(bench.phone.start()).toEqual({ ok: true });
  expect(bench.network.asked).toEqual(["start", "unregister"]);
  await bench.clock.advance(12_000);
  await stopped;
  expect(bench.network.asked).toEqual(["start", "unregister", "stop", "start"]);
  void bench.phone.stop();
  bench.phone.start();
  void bench.phone.stop();
  await bench.clock.advance(12_000);
  expect(bench.network.asked.filter((what) => what === "start")).toHaveLength(2);
  expect(bench.phone.getSnapshot().state).toBe("not-registered");
});

test("PHONE-61 a proof that takes longer than half a second is seen, and an answer takes the doubt away", async () => {
  const bench = createBench();
  bench.register();
  bench.network.options = "silent";
  bench.phone.probe();
  await bench.clock.advance(499);
  expect(bench.phone.getSnapshot()).toMatchObject({ status: 3, state: "registered" });
  await bench.clock.advance(1);
  expect(bench.phone.getSnapshot()).toMatchObject({ status: 1, state: "connecting", canCall: false });
  await bench.clock.advance(2_500);
  expect(bench.network.asked.filter((one) => one === "reconnect")).toHaveLength(1);
});

test("PHONE-61 twenty probes at once are one OPTIONS", async () => {
  const bench = createBench();
  bench.register();
  bench.network.options = "silent";
  for (let asked = 0; asked < 20; asked += 1) bench.phone.probe();
  expect(bench.network.asked).toEqual(["start", "options"]);
  bench.network.options = "answered";
});

test("PHONE-61 a new connection without an answer to the registration for 10 s is dropped for another", async () => {
  const bench = createBench();
  bench.phone.start();
  bench.network.says({ kind: "connected" });
  await bench.clock.advance(9_999);
  expect(bench.network.asked).toEqual(["start"]);
  await bench.clock.advance(1);
  expect(bench.network.asked).toEqual(["start", "reconnect"]);
});
