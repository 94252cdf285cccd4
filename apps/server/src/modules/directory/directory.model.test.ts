import { describe, expect, it } from "vitest";
import { toE164 } from "../../kernel/text/phone-number.ts";
import { createDialDirectory, type NumberEntry } from "./directory.model.ts";

const ENTRIES: readonly NumberEntry[] = [
  { kind: "user", number: "101", name: "Alice", userId: 1 },
  { kind: "queue", number: "600", name: "Support" },
  { kind: "lot", number: "700", name: "Main", firstSlot: 701, lastSlot: 703, timeoutSeconds: 45 },
  { kind: "room", number: "800", name: "Open", pin: null, adminPin: null },
  { kind: "did", number: "+14165550101", name: "Alice direct", target: "101", smsCapable: true },
  { kind: "did", number: "+14165550160", name: "Support line", target: "600", smsCapable: false },
  { kind: "did", number: "+14165550161", name: "A loop", target: "+14165550101", smsCapable: false },
];

describe("dial directory", () => {
  const { find } = createDialDirectory(ENTRIES);

  it("SERVER-21 a number leads to a person or a service", () => {
    expect(find("101")).toEqual({ kind: "user", userId: 1 });
    expect(find("600")).toEqual({ kind: "queue", id: "600", name: "Support" });
    expect(find("700")).toEqual({ kind: "lot", id: "700", name: "Main" });
    expect(find("800")).toEqual({ kind: "room", id: "800", name: "Open" });
    expect(find("102")).toBeUndefined();
    expect(find("")).toBeUndefined();
  });

  it("SERVER-21 a slot belongs to its lot, and a lot has only its own slots", () => {
    expect(find("701")).toEqual({ kind: "slot", id: "700", name: "Main" });
    expect(find("703")).toEqual({ kind: "slot", id: "700", name: "Main" });
    expect(find("704")).toBeUndefined();
  });

  it("SERVER-21 a direct number leads to its target in any notation, and not to another direct number", () => {
    for (const spelling of ["+14165550101", "14165550101", "4165550101", "0014165550101", "01114165550101"])
      expect(find(spelling), spelling).toEqual({ kind: "user", userId: 1 });
    expect(find("4165550160")).toEqual({ kind: "queue", id: "600", name: "Support" });
    expect(find("+14165550161")).toBeUndefined();
  });

  it("SERVER-25 extensions and other text have no international form", () => {
    expect(["101", "*43", "", "abc", "+", "0"].map(toE164)).toEqual(Array.from({ length: 6 }, () => undefined));
    expect(toE164("(416) 555-0101")).toBe("+14165550101");
    expect(toE164("+44 20 7946 0958")).toBe("+442079460958");
    expect(toE164("011 44 20 7946 0958")).toBe("+442079460958");
  });
});
