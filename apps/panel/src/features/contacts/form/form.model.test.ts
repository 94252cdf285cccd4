import { expect, it } from "vitest";
import { newDraft } from "./draft.model.ts";
import { isFormChanged, isValid, openForm, shownFaults, stepForm } from "./form.model.ts";
import type { FormAction, FormState } from "./form.model.ts";

const empty = () => openForm(newDraft({ isPersonal: false, country: "CA" }));
const after = (...actions: readonly FormAction[]): FormState => actions.reduce(stepForm, empty());
const typed = (field: "first_name" | "city", text: string): FormAction => ({
  type: "written",
  field,
  action: { type: "typed", field, text },
});

it("ADDRESS-21 a field shows no error before it was left, and an invalid form cannot be sent", () => {
  expect(isValid(empty())).toBe(false);
  expect(shownFaults(empty()).size).toBe(0);
  expect([...shownFaults(after({ type: "fieldLeft", field: "first_name" })).keys()]).toEqual(["first_name"]);
});

it("ADDRESS-21 a tab that was left shows all its errors", () => {
  const faults = shownFaults(after({ type: "tabChosen", tab: "company" }));
  expect([...faults.keys()].toSorted()).toEqual(["first_name", "last_name", "phone.0.phone_number"]);
});

it("ADDRESS-9 a refused value shows its error until it is changed, and its tab opens", () => {
  const refused = after(typed("city", "Wien"), {
    type: "refused",
    error: { code: "contacts.invalid", details: {}, text: "Some fields of the contact are not valid" },
    faults: new Map([["city", "contacts.field.long"]]),
  });
  expect(refused.tab).toBe("address");
  expect(refused.draft.texts.city).toBe("Wien");
  expect([...shownFaults(refused).keys()]).toEqual(["city"]);
  expect(shownFaults(stepForm(refused, typed("city", "W"))).size).toBe(0);
});

it("ADDRESS-12 only something that would be lost counts as a change", () => {
  expect(isFormChanged(after({ type: "written", field: "form", action: { type: "emailAdded" } }))).toBe(false);
  expect(isFormChanged(after(typed("first_name", "Zoë")))).toBe(true);
  expect(isFormChanged(after(typed("first_name", "Zoë"), typed("first_name", "")))).toBe(false);
  expect(isFormChanged(after({ type: "imageSet", image: { kind: "removed" } }))).toBe(true);
});

it("ADDRESS-12 after choosing to stay, the form is as it was", () => {
  const stayed = after(typed("first_name", "Zoë"), { type: "leaveAsked" }, { type: "returned" });
  expect(stayed.view).toEqual({ kind: "writing" });
  expect(stayed.draft.texts.first_name).toBe("Zoë");
});
