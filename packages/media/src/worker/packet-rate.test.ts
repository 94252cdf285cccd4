import { expect, test } from "vitest";
import { createSourceRates } from "./packet-rate.ts";

function rates() {
  let at = 1_000;
  const made = createSourceRates({ now: () => at, perSecond: () => 10, mostSources: 3 });
  const takes = (address: string, times = 20): number =>
    Array.from({ length: times }, () => made.take(address)).filter(Boolean).length;
  return { takes, pass: (ms: number) => (at += ms) };
}

test("MEDIA-85 each source has its own rate; addresses of one IPv6 network count as one", () => {
  const { takes } = rates();
  expect([takes("192.0.2.1"), takes("192.0.2.1"), takes("192.0.2.2")]).toEqual([10, 0, 10]);
  expect([takes("2001:db8:0:1::1"), takes("2001:db8::1:0:0:0:2")]).toEqual([10, 0]);
});

test("MEDIA-85 the table is bounded: when it is full new sources share one rate, and a source that is quiet for a second is replaced", () => {
  const { takes, pass } = rates();
  for (const last of [1, 2, 3]) takes(`192.0.2.${last}`);
  expect([takes("192.0.2.4"), takes("192.0.2.5")]).toEqual([10, 0]);
  pass(500);
  expect(takes("192.0.2.1")).toBe(5);
  pass(500);
  expect([takes("192.0.2.6"), takes("192.0.2.1")]).toEqual([10, 5]);
});
