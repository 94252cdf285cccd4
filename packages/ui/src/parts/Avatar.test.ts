import { expect, it } from "vitest";
import { initialsOf, tintOf } from "./Avatar.tsx";

it.each([
  ["Alice Archer", "AA"],
  ["Karl-Friedrich von Langenfeld", "KL"],
  ["zoë", "Z"],
  ["  ", "?"],
  ["😀 Smile", "😀S"],
  ["(Acme) Reception", "AR"],
  ["(514) 555-0149", ""],
  ["+49 30 1234", ""],
  ["701", ""],
])("BUDDIES-3 the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

it("BUDDIES-3 a name has the same tint everywhere, one of six", () => {
  expect(tintOf("Alice")).toBe(tintOf("Alice"));
  expect(tintOf("😀".repeat(5_000))).toBeLessThan(6);
});
