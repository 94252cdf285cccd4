import { DEFAULT_FEATURE_CODES } from "@callpanel/contract";
import { expect, it } from "vitest";
import { readDialogLight } from "./dialog-light.ts";

const light = (entity: string, state: string) =>
  `<?xml version="1.0"?><dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="1" state="full" entity="${entity}"><dialog id="1"><state>${state}</state></dialog></dialog-info>`;
const read = (text: string) => readDialogLight(text, "101", DEFAULT_FEATURE_CODES);

it.each([
  ["sip:*76101@demo", "confirmed", { feature: "dnd", on: true }],
  ["sip:*96101@demo", "confirmed", { feature: "forward", on: true }],
  ["sip:%2A96101@demo", "terminated", { feature: "forward", on: false }],
  ["sips:*21@demo", "Confirmed", { feature: "followme", on: true }],
] as const)("RT-35 %s %s is the light of a feature", (entity, state, wanted) => {
  expect(read(light(entity, state))).toEqual({ kind: "light", ...wanted });
});

it("PUBLISH-6 a dialog that states a setting does not change it", () => {
  const stated = light("sip:*96101@demo", "confirmed").replace('id="1"', 'id="setting-forward"');
  expect(read(stated)).toEqual({ kind: "statement", feature: "forward", on: true });
});

it.each(["sip:*96102@demo", "sip:*761010@demo", "sip:*21alice@demo"])(
  "PUBLISH-7 %s is another person's light",
  (entity) => {
    expect(read(light(entity, "confirmed"))).toEqual({ kind: "foreign" });
  },
);

it.each([
  "",
  "<presence/>",
  light("sip:101@demo", "confirmed"),
  light("sip:*43101@demo", "confirmed"),
  light("sip:*96101@demo", "early"),
  light("", "confirmed"),
  `<dialog-info entity="sip:*96@demo"><state>confirmed`,
  light("sip:*96101@demo", "confirmed") + " ".repeat(20_000),
])("RT-35 everything else is ignored: %s", (text) => {
  expect(read(text)).toBeUndefined();
});
