import { createFakeClock, settle } from "@callpanel/testkit/fake-clock";
import { expect, test } from "vitest";
import { createFakeMicrophones, createFakeProbe } from "../../test/fake-ports.ts";
import { createMicrophoneMeter } from "./meter.ts";
import type { MeterReading } from "./meter.ts";

function bench() {
  const clock = createFakeClock();
  const microphones = createFakeMicrophones();
  const probe = createFakeProbe();
  const readings: MeterReading[] = [];
  const meter = createMicrophoneMeter({ clock, microphones, probe });
  return { clock, microphones, probe, readings, start: () => meter.start("headset", (one) => readings.push(one)) };
}

test("PHONE-116 the chosen microphone is read until the meter is stopped, and then closed", async () => {
  const { clock, microphones, probe, readings, start } = bench();
  const stop = start();
  await settle();
  probe.hears = { levelDb: -12, frequencyHz: 300 };
  await clock.advance(100);
  expect(microphones.opened).toEqual(["headset"]);
  expect(readings.at(-1)).toEqual({ kind: "level", levelDb: -12 });
  stop();
  expect(microphones.streams[0]?.active).toBe(false);
  expect([...probe.open]).toEqual([]);
  expect(clock.timerCount).toBe(0);
});

test("PHONE-116 one that cannot be opened says why; one stopped before it opened is closed", async () => {
  const denied = bench();
  denied.microphones.fault = "denied";
  denied.start();
  await settle();
  expect(denied.readings).toEqual([{ kind: "fault", fault: "denied" }]);
  const quick = bench();
  quick.start()();
  await settle();
  expect(quick.microphones.streams[0]?.active).toBe(false);
  expect(quick.readings).toEqual([]);
});
