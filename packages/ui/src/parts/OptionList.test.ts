import { expect, it } from "vitest";
import { stepOption } from "./OptionList.tsx";

it.each([
  ["ArrowDown", -1, 0],
  ["ArrowUp", -1, 2],
  ["ArrowDown", 2, 0],
  ["ArrowUp", 0, 2],
  ["ArrowUp", 2, 1],
  ["Enter", 1, null],
])("%s from %i moves to %s of three options", (key, at, to) => {
  expect(stepOption(key, at, 3)).toBe(to);
});

it("without options no key moves", () => {
  expect(stepOption("ArrowDown", -1, 0)).toBeNull();
});
