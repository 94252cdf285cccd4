import { expect, it } from "vitest";
import { textParts } from "./textParts.ts";

const numbers = (text: string) =>
  textParts(text, new Set()).flatMap((part) => (part.kind === "number" ? [part.number] : []));

it.each([
  ["call +1 514 555 0142 now", ["+15145550142"]],
  ["(514) 555-0142", ["5145550142"]],
  ["514-555-0142, or 514.555.0199.", ["5145550142", "5145550199"]],
  ["order 12345", []],
  ["on 2026-11-23 at 12:30", []],
  ["id abc5145550142", []],
  ["1234567890123456789", []],
])("CHATUI-12 %j has the numbers %j", (text, found) => {
  expect(numbers(text)).toEqual(found);
});

it("CHATUI-13 only people who were named are marked, and everybody", () => {
  const parts = textParts("@bob, @carol and @all; x@bob.ca", new Set(["bob"]));
  expect(parts.filter(({ kind }) => kind === "mention")).toEqual([
    { kind: "mention", text: "@bob", name: "bob", isAll: false },
    { kind: "mention", text: "@all", name: "all", isAll: true },
  ]);
  expect(parts.map(({ text }) => text).join("")).toBe("@bob, @carol and @all; x@bob.ca");
});
