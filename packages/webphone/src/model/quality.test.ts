import { expect, test } from "vitest";
import type { QualityState, SoundCount } from "./quality.ts";
import { measure, newQuality, pauseQuality, qualityReport, SILENCE_MS, stepQuality } from "./quality.ts";

const PACKETS_A_SECOND = 50;

interface Second {
  readonly lost?: number;
  readonly received?: number;
  readonly jitterMs?: number;
  readonly roundTripMs?: number | "unknown";
}

/** Counts once a second. */
function listen(seconds: readonly Second[], from: QualityState = newQuality(0)): readonly QualityState[] {
  const states: QualityState[] = [];
  let state = from;
  let count: SoundCount = {
    at: from.heardAt,
    packetsReceived: 0,
    packetsLost: 0,
    jitterMs: 0,
    roundTripMs: undefined,
  };
  for (const { lost = 0, received = PACKETS_A_SECOND - lost, jitterMs = 2, roundTripMs = 30 } of seconds) {
    count = {
      ...count,
      at: count.at + 1_000,
      packetsReceived: count.packetsReceived + received,
      packetsLost: count.packetsLost + lost,
      jitterMs,
      roundTripMs: roundTripMs === "unknown" ? undefined : roundTripMs,
    };
    state = stepQuality(state, count);
    states.push(state);
  }
  return states;
}
const times = (count: number, second: Second = {}): readonly Second[] => Array.from({ length: count }, () => second);
const last = (states: readonly QualityState[]): QualityState => states.at(-1) ?? newQuality(0);

test("PHONE-81 the E-model: a clean line is 4.4, and figures of the standard come out", () => {
  expect(measure({ lossPercent: 0, jitterMs: 0, roundTripMs: 0 }).mos).toBeCloseTo(4.39, 1);
  expect(measure({ lossPercent: 5, jitterMs: 0, roundTripMs: 0 }).r).toBeCloseTo(93.2 - 0.6 - (95 * 5) / 30.1, 5);
  expect(measure({ lossPercent: 0, jitterMs: 0, roundTripMs: 650 }).r).toBeCloseTo(
    93.2 - 0.024 * 350 - 0.11 * 172.7,
    5,
  );
  expect(measure({ lossPercent: 100, jitterMs: 500, roundTripMs: 5_000 }).mos).toBe(1);
});

test.each([
  [{ lossPercent: 10, jitterMs: 5, roundTripMs: 40 }, "loss"],
  [{ lossPercent: 1, jitterMs: 5, roundTripMs: 700 }, "delay"],
  [{ lossPercent: 1, jitterMs: 200, roundTripMs: 40 }, "jitter"],
] as const)("PHONE-81 the cause is the value that impairs most: %o is %s", (impairments, cause) => {
  expect(measure(impairments).cause).toBe(cause);
});

test("PHONE-82 loss counts over the last 5 s: a burst is seen and then forgotten", () => {
  const states = listen([...times(5), { lost: 25 }, ...times(7)]);
  expect(states[4]?.quality?.mark).toBe("good");
  expect(states[5]?.quality).toMatchObject({ mark: "fair", cause: "loss" });
  expect(last(states).quality?.mark).toBe("good");
});

test("PHONE-82 an unknown value is not zero and not the best value", () => {
  const { quality, record } = last(listen(times(3, { roundTripMs: "unknown" })));
  expect(quality).toMatchObject({ mark: "good", roundTripMs: undefined });
  expect(qualityReport(record)).not.toContain("rtt");
});

test("PHONE-82 before there are two counts no quality is shown, and a stream that restarts is not compared", () => {
  expect(listen(times(1))[0]?.quality).toBeUndefined();
  const talked = last(listen(times(5)));
  const next = stepQuality(talked, {
    at: 6_000,
    packetsReceived: 3,
    packetsLost: 0,
    jitterMs: 1,
    roundTripMs: 1,
  });
  expect(next.quality).toBeUndefined();
  expect(next.record).toEqual(talked.record);
});

test("PHONE-83 after 5 s without received sound this is reported, and no longer when sound arrives", () => {
  const states = listen([...times(2), ...times(6, { received: 0 }), ...times(1)]);
  const marks = states.map(({ quality }) => quality?.mark);
  expect(marks.slice(0, 6)).not.toContain("silent");
  expect(marks.slice(6)).toEqual(["silent", "silent", "good"]);
});

test("PHONE-83 sound that never came is silence as well, and a hold is not", () => {
  expect(last(listen(times(7, { received: 0 }))).quality?.mark).toBe("silent");
  const talked = last(listen(times(3)));
  const held = pauseQuality(talked, 60_000);
  expect(held.quality).toBeUndefined();
  const [first, second] = listen(times(2, { received: 0 }), held);
  expect([first?.quality, second?.quality]).toEqual([undefined, undefined]);
  expect(second?.heardAt).toBeGreaterThan(60_000 - SILENCE_MS);
});

test("PHONE-84 the report is the average of the values measured while people talked", () => {
  const talked = last(listen([...times(11), ...times(10, { jitterMs: 4, roundTripMs: 50 })]));
  expect(qualityReport(talked.record)).toBe("mos=4.38;jitter=3.0;loss=0.00;seconds=20;rtt=40");
  expect(qualityReport(newQuality(0).record)).toBeUndefined();
});
