import { seededRandom } from "@callpanel/testkit";
import { expect, it } from "vitest";
import { ArrivalLog } from "../incoming/arrival-log.ts";
import { SentPackets } from "../outgoing/sent-packets.ts";
import { readTransportFeedback } from "../wire/transport-feedback.ts";
import { BandwidthEstimate } from "./bandwidth-estimate.ts";
import { LossBound } from "./loss-bound.ts";
import { ProbeResults } from "./probe-results.ts";
import { Prober } from "./prober.ts";

/** A sender that sends what the estimate allows, through a link with a queue of 300 ms. */
function createLink(capacity: number, loss = 0) {
  const random = seededRandom(3);
  const estimate = new BandwidthEstimate();
  const sent = new SentPackets();
  const log = new ArrivalLog();
  const link = { capacity, loss, most: Infinity };
  let nowMs = 1000;
  let freeAt = 0;
  let owed = 0;
  let arriving: { at: number; number: number }[] = [];
  const step = (): void => {
    nowMs += 5;
    owed += (Math.min(link.most, estimate.bitsPerSecond) / 8000) * 5;
    while (owed >= 1200) {
      owed -= 1200;
      const number = sent.note(1200, nowMs, 0);
      freeAt = Math.max(freeAt, nowMs);
      if (freeAt - nowMs > 300 || random() < link.loss) continue;
      freeAt += (1200 * 8000) / link.capacity;
      arriving.push({ at: freeAt + 20 + random() * 3, number });
    }
    for (const { at, number } of arriving) if (at <= nowMs) log.note(number, at);
    arriving = arriving.filter(({ at }) => at > nowMs);
    if (nowMs % 100 !== 0) return;
    for (const packet of log.feedback(1, 1)) {
      const end =
        (packet.readUInt8(0) & 0x20) === 0 ? packet.length : packet.length - packet.readUInt8(packet.length - 1);
      const feedback = readTransportFeedback(packet.subarray(0, end));
      if (feedback !== undefined) estimate.feedback(sent.match(feedback), 60, nowMs);
    }
  };
  return {
    link,
    estimate,
    run: (ms: number) => {
      for (let at = 0; at < ms; at += 5) step();
    },
  };
}

it("VENG-30 the estimate finds the capacity of a link, follows it down within three seconds, and up again", () => {
  const { link, estimate, run } = createLink(2_000_000);
  run(20_000);
  expect(estimate.bitsPerSecond).toBeGreaterThan(1_200_000);
  expect(estimate.bitsPerSecond).toBeLessThan(2_200_000);
  link.capacity = 300_000;
  run(2000);
  expect(estimate.bitsPerSecond).toBeLessThan(375_000);
  run(1000);
  expect(estimate.bitsPerSecond).toBeLessThan(330_000);
  for (let second = 0; second < 10; second += 1) {
    run(1000);
    expect(estimate.bitsPerSecond).toBeGreaterThan(150_000);
    expect(estimate.bitsPerSecond).toBeLessThan(400_000);
  }
  link.capacity = 2_000_000;
  run(30_000);
  expect(estimate.bitsPerSecond).toBeGreaterThan(1_000_000);
});

it("VENG-30 unused bandwidth proves nothing: the estimate stays near the rate that is sent", () => {
  const { link, estimate, run } = createLink(50_000_000);
  link.most = 600_000;
  run(20_000);
  expect(estimate.bitsPerSecond).toBeLessThan(1_000_000);
  expect(estimate.bitsPerSecond).toBeGreaterThanOrEqual(800_000);
});

it("VENG-31 a loss of 5 % changes nothing, one of 20 % lowers the rate", () => {
  const five = createLink(50_000_000, 0.05);
  five.run(5000);
  expect(five.estimate.bitsPerSecond).toBeGreaterThanOrEqual(800_000);
  const twenty = createLink(50_000_000, 0.2);
  twenty.run(10_000);
  expect(twenty.estimate.bitsPerSecond).toBeLessThan(450_000);
});

it("VENG-31 the bound by loss steps at most each 300 ms, and packets that came after all do not count below nothing", () => {
  const bound = new LossBound(1_000_000);
  bound.add(50, 25, 1000);
  bound.add(50, 25, 1100);
  expect(bound.bitsPerSecond).toBe(1_000_000);
  bound.add(50, 25, 1300);
  expect(bound.bitsPerSecond).toBe(750_000);
  bound.add(100, -500, 1700);
  expect(bound.bitsPerSecond).toBeGreaterThan(750_000);
  expect(bound.bitsPerSecond).toBeLessThan(800_000);
});

it("VENG-5 feedback counts once, with any numbers", () => {
  const sent = new SentPackets();
  for (let at = 0; at < 10; at += 1) sent.note(100, at, 0);
  expect(sent.match({ base: 0, arrivals: [400, -1, 404] })).toMatchObject({
    lost: 1,
    acked: [{ sentMs: 0 }, { sentMs: 2 }],
  });
  expect(sent.match({ base: 0, arrivals: [400, -1, 404] })).toEqual({ lost: 0, acked: [] });
  expect(sent.match({ base: 1, arrivals: [408] })).toMatchObject({ lost: 0, acked: [{ sentMs: 1 }] }); // came after all
  expect(sent.match({ base: 65_000, arrivals: [1, 2, 3] })).toEqual({ lost: 0, acked: [] });
  expect(sent.match({ base: 12, arrivals: [1, 2, 3] })).toEqual({ lost: 0, acked: [] });
});

it("VENG-32 a probe is 200 ms long, comes only where something is missing, and less often when nothing is gained", () => {
  const prober = new Prober();
  const starts: number[] = [];
  let bytes = 0;
  let ends = 0;
  for (let nowMs = 0; nowMs < 300_000; nowMs += 20) {
    const step = prober.step({ missing: nowMs < 1000 ? 0 : 400_000, estimate: 1_000_000, nowMs });
    if (step.kind === "begins") starts.push(nowMs);
    if (step.kind === "pads" && starts.length === 1) bytes += step.bytes;
    if (step.kind === "ends") ends += 1;
  }
  expect(starts.slice(0, 4)).toEqual([1000, 4200, 8900, 15_100]);
  const gaps = starts.slice(1).map((start, at) => start - (starts[at] ?? 0));
  expect(gaps.filter((gap) => gap < 7000)).toHaveLength(12);
  expect(gaps.slice(12, 14)).toEqual([9200, 13_700]);
  const soon = prober.step({ missing: 400_000, estimate: 1_000_000, nowMs: 500_000 });
  expect(soon.kind).toBe("begins");
  prober.gained();
  const kinds = [500_200, 500_680, 500_700].map(
    (nowMs) => prober.step({ missing: 400_000, estimate: 1_000_000, nowMs }).kind,
  );
  expect(kinds).toEqual(["ends", "nothing", "begins"]);
  expect(ends).toBe(starts.length);
  expect((bytes * 8) / 0.2).toBeGreaterThan(380_000);
  expect((bytes * 8) / 0.2).toBeLessThan(450_000); // of what is missing a little more, never twice the estimate
});

it("VENG-32 a probe gives the rate at which it arrived, and nothing when too much of it is lost", () => {
  const measure = (count: number, gap: number, arrived: number): number | undefined => {
    const results = new ProbeResults();
    results.begin(1);
    for (let at = 0; at < arrived; at += 1)
      results.add({ sentMs: at * 5, arrivedMs: 500 + at * gap, bytes: 1000, probe: 1 });
    results.add({ sentMs: 9, arrivedMs: 9, bytes: 1000, probe: 0 });
    if (results.take() !== undefined) throw new Error("told before its end");
    results.end(count);
    return results.take();
  };
  expect(measure(40, 5, 40)).toBeCloseTo(1_600_000);
  expect(measure(40, 10, 40)).toBeCloseTo(0.95 * 800_000);
  expect(measure(40, 5, 30)).toBeUndefined();
  expect(measure(40, 0, 40)).toBeUndefined();
  expect(measure(40, 1, 40)).toBeUndefined(); // faster than it was sent
});

it("VENG-33 when nothing comes back for two seconds, the rate is halved each second", () => {
  const { estimate, run } = createLink(2_000_000);
  run(1000);
  const before = estimate.bitsPerSecond;
  estimate.beat(true, 3500);
  expect(estimate.bitsPerSecond).toBe(before);
  for (let nowMs = 3900; nowMs < 7000; nowMs += 20) estimate.beat(true, nowMs);
  expect(estimate.bitsPerSecond).toBeLessThan(before / 7);
  const idle = createLink(2_000_000);
  idle.run(1000);
  idle.estimate.beat(false, 60_000);
  expect(idle.estimate.bitsPerSecond).toBe(before);
});

it("VENG-33 a receiver without transport-wide feedback reports its bandwidth by REMB", () => {
  const estimate = new BandwidthEstimate();
  estimate.told(400_000, 0, 1000);
  expect(estimate.bitsPerSecond).toBe(400_000);
  for (let nowMs = 2000; nowMs < 5000; nowMs += 1000) estimate.told(undefined, 0.5, nowMs);
  expect(estimate.bitsPerSecond).toBeLessThan(400_000);
});
