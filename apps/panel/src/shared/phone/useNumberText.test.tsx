// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { loadNumberRules, useNumberText } from "./useNumberText.ts";

it("FORMAT-6 the rules are loaded with the first number that has a format", async () => {
  const { result, rerender } = renderHook(() => useNumberText({ sip: null }));
  expect(["101", "*981", "Support", ""].map((one) => result.current(one))).toEqual(["101", "*981", "Support", ""]);
  // A module that were being loaded by now would be there after another one.
  await act(async () => void (await import("./phoneText.ts")));
  rerender();
  expect(result.current("4165550110")).toBe("4165550110");
  await waitFor(() => expect(result.current("4165550110")).toBe("(416) 555-0110"));
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
