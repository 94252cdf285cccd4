import { expect, test } from "vitest";
import type { FarSession } from "../../test/fake-network.ts";
import { createBench } from "../../test/bench.ts";

type Bench = ReturnType<typeof createBench>;

/** Seconds go by in which packets come and are lost. */
async function pass(bench: Bench, far: FarSession, seconds: number, { received = 50, lost = 0 } = {}): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    far.counts = {
      at: bench.clock.now() + 1_000,
      packetsReceived: (far.counts?.packetsReceived ?? 0) + received,
      packetsLost: (far.counts?.packetsLost ?? 0) + lost,
      jitterMs: 3,
      roundTripMs: 20,
    };
    await bench.clock.advance(1_000);
  }
}
const quality = (bench: Bench) => bench.phone.getSnapshot().calls[0]?.quality;

test("PHONE-80 the sound of a call is looked at once a second, and nothing after its end", async () => {
  const bench = createBench();
  bench.register();
  const { id, far } = await bench.talk("102");
  await pass(bench, far, 3);
  expect(quality(bench)).toEqual({ mark: "good", mos: 4.4, roundTripMs: 20 });
  await pass(bench, far, 6, { received: 30, lost: 20 });
  expect(quality(bench)).toMatchObject({ mark: "poor", cause: "loss" });
  bench.phone.hangUp(id);
  expect(bench.clock.timerCount).toBe(1); // the keepalive of the line
});

test("PHONE-80 displayed values keep their identity while they stay the same", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  await pass(bench, far, 3);
  const before = bench.phone.getSnapshot();
  await pass(bench, far, 5);
  expect(bench.phone.getSnapshot()).toBe(before);
});

test("PHONE-83 a hold is no silence, and neither is the search for a way", async () => {
  const bench = createBench();
  bench.register();
  const { id, far } = await bench.talk("102");
  await pass(bench, far, 3);
  await bench.phone.setHold(id, "hold");
  await pass(bench, far, 20, { received: 0 });
  expect(quality(bench)).toBeUndefined();
  await bench.phone.setHold(id, "unhold");
  await pass(bench, far, 3, { received: 0 });
  expect(quality(bench)).toBeUndefined();
  await pass(bench, far, 5, { received: 0 });
  expect(quality(bench)).toEqual({ mark: "silent" });
  bench.network.says({ kind: "disconnected" });
  await pass(bench, far, 8, { received: 0 });
  expect(quality(bench)).toBeUndefined();
});

test("PHONE-84 the average goes with the end of the call", async () => {
  const bench = createBench();
  bench.register();
  const { far } = await bench.talk("102");
  await pass(bench, far, 5);
  expect(far.report).toMatch(/^mos=4\.3\d;jitter=3\.0;loss=0\.00;seconds=\d;rtt=20$/);
});

test("PHONE-80 a browser that does not say disturbs no call", async () => {
  const bench = createBench();
  bench.register();
  await bench.talk("102");
  await bench.clock.advance(30_000);
  expect(bench.phone.getSnapshot().calls).toMatchObject([{ visual: "on-call" }]);
  expect(quality(bench)).toBeUndefined();
});
