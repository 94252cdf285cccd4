import { expect, test } from "vitest";
import { digitOf, keyTones } from "./digit.ts";

test("PHONE-21 keys are 0–9, * and #; Enter is #", () => {
  expect("0123456789*#".split("").map(digitOf).join("")).toBe("0123456789*#");
  expect(digitOf("Enter")).toBe("#");
  expect(["a", "A", "", "11", "+", "Escape"].map(digitOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("PHONE-35 each key has its row and column of ITU-T Q.23", () => {
  expect(keyTones("1")).toEqual([697, 1209]);
  expect(keyTones("8")).toEqual([852, 1336]);
  expect(keyTones("*")).toEqual([941, 1209]);
  expect(keyTones("#")).toEqual([941, 1477]);
  expect(keyTones("A")).toBeUndefined();
  expect(keyTones("")).toBeUndefined();
});
