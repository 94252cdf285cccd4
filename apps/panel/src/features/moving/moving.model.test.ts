import type { ParkedCall } from "@callpanel/contract";
import { expect, test } from "vitest";
import { slotsFor } from "./moving.model.ts";

const PARKED: ParkedCall = {
  realm: "demo",
  lot: "Main",
  exten: "700",
  space: "702",
  parkee: { name: "Bob Brandt", number: "102", channel: "ch1", uniqueid: "c1" },
  parker: { name: "Alice Archer", number: "101" },
  timeoutSeconds: 45,
  startedAt: 0,
};
const LOTS = [{ name: "Main", extension: "700", slots: ["701", "702", "711"] }];
const found = (search: string) =>
  slotsFor({ lots: LOTS, parked: new Map([["702", PARKED]]), search, nameOf: (slot) => `Slot ${slot}` });

test("MOVE-12 what is typed finds single slots by number or lot, taken or free", () => {
  expect(found("71")).toEqual([{ kind: "slot", number: "711", name: "Slot 711", isTaken: false }]);
  expect(found("slot 702")).toEqual([{ kind: "slot", number: "702", name: "Slot 702", isTaken: true }]);
  expect(found("main").map(({ number }) => number)).toEqual(["701", "702", "711"]);
});

test("MOVE-12 nothing typed finds none, nor does anybody without lots", () => {
  expect(found(" ")).toEqual([]);
  expect(slotsFor({ lots: null, parked: null, search: "7", nameOf: String })).toEqual([]);
});

test("MOVE-12 there are twenty at most", () => {
  const slots = Array.from({ length: 500 }, (_, at) => String(7_000 + at));
  const lots = [{ name: "Main", extension: "700", slots }];
  expect(slotsFor({ lots, parked: null, search: "main", nameOf: String })).toHaveLength(20);
});
