// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePlayerWords } from "./useSoundWords.ts";

it("PLAY-13 times are rounded to the nearest second", () => {
  const { clock } = renderHook(usePlayerWords).result.current;
  expect([0.4, 3.4, 3.6, 59.7].map(clock)).toEqual(["00:00", "00:03", "00:04", "01:00"]);
});
