// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { hasFormat, loadNumberRules, useNumberText } from "./useNumberText.ts";

it("FORMAT-6 a number of five digits or more is one for which the rules are loaded", () => {
  expect(["", "Support", "101", "*981", "9810"].filter(hasFormat)).toEqual([]);
  const numbers = ["+1 (416) 555-0110", "4165550110", "13000", "*98101"];
  expect(numbers.filter(hasFormat)).toEqual(numbers);
});

it("FORMAT-6 numbers are formatted when the rules are loaded; extensions and codes stay unchanged", async () => {
  const { result } = renderHook(() => useNumberText({ sip: null }));
  await act(loadNumberRules);
  const numbers = ["+14165550110", "4165550110", "+61291234567", "101", "*98101", "anonymous", ""];
  expect(numbers.map(result.current)).toEqual([
    "(416) 555-0110",
    "(416) 555-0110",
    "+61 2 9123 4567",
    "101",
    "*98101",
    "anonymous",
    "",
  ]);
});
