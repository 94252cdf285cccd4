import type { Presence } from "@callpanel/contract";
import { expect, test } from "vitest";
import type { MoveTarget, Verdict } from "../../shared/phone/moving.ts";
import { orderTargets, slotsOf } from "./targets.model.ts";

const person = (number: string): MoveTarget => ({ kind: "person", number, name: number });
const ROOM: MoveTarget = { kind: "room", number: "800", name: "Team" };

test("MOVE-14 free colleagues come first, those who talk after the places, what is not possible last", () => {
  const states: Readonly<Record<string, Presence>> = { "101": "oncall", "102": "online", "103": "offline" };
  const verdicts: Readonly<Record<string, Verdict>> = { "103": "offline" };
  const ordered = orderTargets([person("101"), person("103"), person("102"), person("104"), ROOM], {
    verdictOf: ({ number }) => verdicts[number] ?? "possible",
    presenceOf: (number) => states[number],
  });
  expect(ordered.map(({ number }) => number)).toEqual(["102", "104", "800", "101", "103"]);
});

test("MOVE-14 a single slot is found by its number, a taken one says so", () => {
  const lots = [{ name: "Main", extension: "700", slots: ["701", "702", "710"] }];
  const find = (search: string) =>
    slotsOf(lots, search, { isTaken: (slot) => slot === "702", nameOf: (slot) => `Slot ${slot}` });
  expect(find("70")).toEqual([
    { kind: "slot", number: "701", name: "Slot 701", isTaken: false },
    { kind: "slot", number: "702", name: "Slot 702", isTaken: true },
  ]);
  for (const search of ["", "main", "9", "7x"]) expect(find(search)).toEqual([]);
});
