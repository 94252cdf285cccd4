import { settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { last } from "../test/fake-network.ts";
import { createBench } from "../test/bench.ts";

test("PHONE-114 the ringing volume is 0.6 until it is set, and kept between 0 and 1", () => {
  const bench = createBench();
  bench.register();
  expect(bench.phone.getSnapshot().ringVolume).toBe(0.6);
  expect(bench.sound.routed).toContain("ring volume 0.6");
  bench.phone.setRingVolume(3);
  bench.phone.setRingVolume(Number.NaN);
  expect(bench.phone.getSnapshot().ringVolume).toBe(1);
  expect(bench.storage.get("webphone.alice.ringVolume")).toBe("1");
});

test("PHONE-114 a device is tried by a short sound of its own", async () => {
  const bench = createBench();
  bench.register();
  bench.phone.testSound("output");
  bench.phone.testSound("ring");
  expect([...bench.sound.tones]).toEqual(["test", "ringing"]);
  await bench.clock.advance(2_000);
  expect([...bench.sound.tones]).toEqual([]);
});

test("PHONE-114 the own ringback sounds although the far end sends its tones", async () => {
  const bench = createBench();
  bench.register();
  void bench.phone.call("102");
  await settle();
  last(bench.network).says({ kind: "earlyMedia" });
  expect([...bench.sound.tones]).toEqual([]);
  bench.phone.setRingback("own");
  void bench.phone.call("103");
  last(bench.network).says({ kind: "earlyMedia" });
  await settle();
  expect([...bench.sound.tones]).toEqual(["ringback"]);
});

test("PHONE-115 chosen STUN servers take the place of the phone system's at the next call, TURN stays", () => {
  const turn = { urls: "turn:turn.example:3478", username: "u", credential: "c" };
  const bench = createBench({ ice_servers: [{ urls: "stun:stun.example:19302" }, turn] });
  bench.register();
  const servers = () => bench.network.settings()?.iceServers();
  expect(servers()).toEqual([{ urls: "stun:stun.example:19302" }, turn]);
  bench.phone.setStunServers("stun:a.example, stuns:b.example:5349");
  expect(servers()).toEqual([{ urls: ["stun:a.example", "stuns:b.example:5349"] }, turn]);
  bench.phone.setStunServers("");
  expect(servers()).toEqual([{ urls: "stun:stun.example:19302" }, turn]);
});
