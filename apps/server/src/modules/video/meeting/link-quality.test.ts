import { expect, it } from "vitest";
import { LinkQuality, type MeasuredLink } from "./link-quality.ts";

const GOOD: MeasuredLink = { lossUp: 0, lossDown: 0, bitsPerSecond: 2_000_000, rttMs: 40 };

it("MEET-42 a worse level is reported after two seconds, a better one after five, with the direction that is the cause", () => {
  const quality = new LinkQuality();
  const told = (link: Partial<MeasuredLink>, seconds: number) =>
    Array.from({ length: seconds }, () => quality.take({ ...GOOD, ...link })).flatMap((one) => one ?? []);
  expect(told({}, 10)).toEqual([]);
  expect([...told({ lossUp: 0.2 }, 1), ...told({}, 1), ...told({ lossUp: 0.2 }, 1)]).toEqual([]);
  expect(told({ lossUp: 0.2 }, 3)).toEqual([{ level: 1, cause: "up" }]);
  expect(told({ lossDown: 0.05 }, 4)).toEqual([]);
  expect(told({ lossDown: 0.05 }, 1)).toEqual([{ level: 2, cause: "down" }]);
  expect(told({ bitsPerSecond: 50_000 }, 5)).toEqual([{ level: 1, cause: "down" }]);
  expect(told({ rttMs: 600 }, 5)).toEqual([{ level: 2, cause: null }]);
  expect(told({}, 5)).toEqual([{ level: 3, cause: null }]);
});
