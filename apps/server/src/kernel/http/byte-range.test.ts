import { expect, it } from "vitest";
import { byteRangeOf } from "./byte-range.ts";

it.each([
  [undefined, "whole"],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=10-19", { from: 10, to: 19 }],
  [" bytes=90-900 ", { from: 90, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-1000", { from: 0, to: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=20-10", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["bytes=99999999999999999999-", "whole"],
  ["lines=1-2", "whole"],
] as const)("REC-34 a Range header selects one range of bytes: %s of 100", (header, range) => {
  expect(byteRangeOf(header, 100)).toEqual(range);
});
