import type { PhoneNumber } from "@callpanel/contract";
import { expect, it } from "vitest";
import { rankMatches } from "./targets.model.ts";

const entry = (phoneNumber: string, parts: Partial<PhoneNumber> = {}): PhoneNumber => ({
  phoneNumber,
  label: "extension",
  name: phoneNumber,
  username: phoneNumber,
  hasImage: false,
  imageUrl: null,
  contactID: null,
  ...parts,
});
const code = entry("*70", { name: "feature_code", label: "adhoc", username: null });
const queue = entry("600", { label: "queue", username: null });
const lot = entry("700", { name: "parking", label: "Main", username: null });
const contact = entry("5145550142", { label: "Mobile", username: null, contactID: 7 });
const numbers = (list: readonly PhoneNumber[]) => list.map(({ phoneNumber }) => phoneNumber);

it("SOFT-3 people come before places, lots and feature codes, in any order of the server's result", () => {
  const found = [code, lot, queue, contact, entry("102")];
  expect(numbers(rankMatches(found, "a"))).toEqual(["5145550142", "102", "600", "700", "*70"]);
});

it("SOFT-3 the number that was typed comes first, also if it is a feature code", () => {
  expect(numbers(rankMatches([entry("102"), code], "*70"))).toEqual(["*70", "102"]);
});
