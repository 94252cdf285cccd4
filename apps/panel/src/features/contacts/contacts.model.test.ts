import { mergePermissions, uiFlags } from "@callpanel/contract";
import type { Permission } from "@callpanel/contract";
import { expect, it } from "vitest";
import { contact } from "../../../test/fakeContacts.ts";
import { addressLines, contactName, firstView, stepView, tagsOf } from "./contacts.model.ts";
import { listsOf, mayWrite } from "./contacts.lists.ts";
import type { ContactViewAction } from "./contacts.model.ts";

const view = (...actions: readonly ContactViewAction[]) => actions.reduce(stepView, firstView("shared"));
const flags = (...rules: readonly string[]) =>
  uiFlags(mergePermissions(rules.map((rule): Permission => ({ module: "contacts", rule }))));

it("ADDRESS-10 lists and writing follow the rights", () => {
  expect(listsOf(flags("read"))).toEqual(["shared"]);
  expect(listsOf(flags("manage_personal"))).toEqual(["personal"]);
  expect(listsOf(flags("read", "manage_personal"))).toEqual(["shared", "personal"]);
  expect(mayWrite(flags("read"), "shared")).toBe(false);
  expect(mayWrite(flags("write"), "shared")).toBe(true);
  expect(mayWrite(flags("write"), "personal")).toBe(false);
  expect(mayWrite(flags("manage_personal"), "personal")).toBe(true);
});

it("ADDRESS-13 the selection is kept across pages and cleared with another list, search or tag", () => {
  const ticked: readonly ContactViewAction[] = [
    { type: "ticked", ids: [1, 2], on: true },
    { type: "pageTurned", page: 1 },
    { type: "ticked", ids: [30], on: true },
    { type: "ticked", ids: [2], on: false },
  ];
  expect([...view(...ticked).selected]).toEqual([1, 30]);
  expect(view(...ticked).page).toBe(1);
  for (const next of [
    { type: "searched" },
    { type: "listChosen", list: "personal" },
    { type: "tagToggled", tag: "vip" },
    { type: "unticked" },
  ] as const)
    expect(view(...ticked, next).selected.size).toBe(0);
  expect(view(...ticked, { type: "searched" }).page).toBe(0);
});

it("ADDRESS-17 each list has its own tag filter; a renamed tag still filters, a deleted one does not", () => {
  const filtered = view(
    { type: "tagToggled", tag: "vip" },
    { type: "tagToggled", tag: "supplier" },
    { type: "listChosen", list: "personal" },
    { type: "tagToggled", tag: "family" },
  );
  expect(filtered).toMatchObject({ filterByTags: ["vip", "supplier"], filterByPersonalTags: ["family"] });
  expect(stepView(filtered, { type: "tagRenamed", tag: "family", to: "home" }).filterByPersonalTags).toEqual(["home"]);
  expect(stepView(filtered, { type: "tagRenamed", tag: "family", to: null }).filterByPersonalTags).toEqual([]);
  expect(stepView(filtered, { type: "tagsCleared" })).toMatchObject({
    filterByTags: ["vip", "supplier"],
    filterByPersonalTags: [],
  });
});

it("ADDRESS-15 an address is formatted as on an envelope, without unknown parts", () => {
  const where = { street: "1 Rue A", city: "Montréal", state: "QC", postal_code: "H2X 1Y4", country: "CA" };
  expect(addressLines(contact(1, "A B", where))).toEqual(["1 Rue A", "Montréal QC H2X 1Y4", "CA"]);
  expect(addressLines(contact(1, "A B"))).toEqual([]);
});

it("ADDRESS-14 the title of a contact is its name, else its company; its tags are those of its kind", () => {
  expect(contactName(contact(1, "Zoë Zimmermann"))).toBe("Zoë Zimmermann");
  expect(contactName(contact(1, "", { company: "Nordlicht" }))).toBe("Nordlicht");
  expect(tagsOf(contact(1, "A B", { tags: "vip supplier", personal_tags: "x" }))).toEqual(["vip", "supplier"]);
  expect(tagsOf(contact(1, "A B", { tags: "vip", personal_tags: "x", is_personal: true }))).toEqual(["x"]);
});
