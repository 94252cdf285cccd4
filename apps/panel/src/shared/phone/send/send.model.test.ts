import type { PhoneNumber, Presence } from "@callpanel/contract";
import { describe, expect, test } from "vitest";
import type { MoveTarget, Verdict } from "../moving.ts";
import type { Standing } from "./send.model.ts";
import { fitsManner, orderTargets, slotsOf, targetOf } from "./send.model.ts";

const person = (number: string): MoveTarget => ({ kind: "person", number, name: number });
const ROOM: MoveTarget = { kind: "room", number: "800", name: "Team" };
const OUTSIDE: MoveTarget = { kind: "outside", number: "5145550142", name: "Zoe" };

describe("SEND-2 the order", () => {
  const states: Readonly<Record<string, Presence>> = { "101": "oncall", "102": "online", "103": "offline" };
  const verdicts: Readonly<Record<string, Verdict>> = { "103": "offline" };
  const standing = {
    search: "",
    first: [],
    verdictOf: ({ number }: MoveTarget) => verdicts[number] ?? "possible",
    presenceOf: (number: string) => states[number],
  };
  const all = [ROOM, person("101"), person("103"), OUTSIDE, person("102"), person("104")];
  const order = (parts: Partial<Standing> = {}) =>
    orderTargets(all, { ...standing, ...parts }).map(({ number }) => number);

  test("SEND-2 free colleagues come first, then places and contacts, then colleagues who talk or are away, impossible ones last", () => {
    expect(order()).toEqual(["102", "104", "800", "5145550142", "101", "103"]);
  });

  test("SEND-2 favorites and the last called come before other free people, but not before them when they cannot talk", () => {
    expect(order({ first: ["800", "101", "104"] })).toEqual(["800", "104", "102", "5145550142", "101", "103"]);
  });

  test("SEND-2 the number that was typed comes first", () => {
    expect(order({ search: "101" })[0]).toBe("101");
  });
});

describe("SEND-3 possible destinations", () => {
  const entry = (parts: Partial<PhoneNumber>): PhoneNumber => ({
    phoneNumber: "1",
    label: "extension",
    name: "Name",
    username: null,
    hasImage: false,
    imageUrl: null,
    contactID: null,
    ...parts,
  });

  test.each([
    ["person", { username: "carol" }],
    ["outside", { label: "Mobile", contactID: 7 }],
    ["queue", { label: "queue" }],
    ["room", { label: "conference" }],
    ["lot", { name: "parking", label: "Main" }],
    ["service", { label: "announcement" }],
  ] as const)("SEND-3 a %s", (kind, parts) => {
    expect(targetOf(entry(parts))?.kind).toBe(kind);
  });

  test("SEND-3 feature codes and toggles are not", () => {
    expect(targetOf(entry({ name: "feature_code", label: "echo" }))).toBeNull();
    expect(targetOf(entry({ label: "toggle" }))).toBeNull();
  });

  test("SEND-3 a name is shown without marks that reorder text", () => {
    expect(targetOf(entry({ name: "Eve\u202Egnp", username: "eve" }))?.name).toBe("Evegnp");
  });

  test("SEND-3 a single slot is found by its number, a taken one is marked", () => {
    const lots = [{ name: "Main", extension: "700", slots: ["701", "702", "710"] }];
    const find = (search: string) =>
      slotsOf(lots, search, { isTaken: (slot) => slot === "702", nameOf: (slot) => `Slot ${slot}` });
    expect(find("70")).toEqual([
      { kind: "slot", number: "701", name: "Slot 701", isTaken: false },
      { kind: "slot", number: "702", name: "Slot 702", isTaken: true },
    ]);
    for (const search of ["", "main", "9", "7x"]) expect(find(search)).toEqual([]);
  });
});

test("SEND-4 only a colleague's callers can be sent to a mailbox, and a person who is asked first must have a phone", () => {
  const slot: MoveTarget = { kind: "slot", number: "701", name: "Slot 701", isTaken: false };
  expect(fitsManner(person("103"), "voicemail", true)).toBe(true);
  expect(fitsManner(person("103"), "voicemail", false)).toBe(false);
  expect(fitsManner(ROOM, "voicemail", true)).toBe(false);
  expect(fitsManner(null, "voicemail", true)).toBe(false);
  expect([null, person("103"), OUTSIDE, ROOM].every((one) => fitsManner(one, "attended", false))).toBe(true);
  expect(fitsManner(slot, "attended", false)).toBe(false);
  expect(fitsManner(slot, "blind", false)).toBe(true);
});
