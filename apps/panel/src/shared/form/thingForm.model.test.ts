import { expect, it } from "vitest";
import { conflictsOf, isChanged, shownOf, stepThing, versionOf } from "./thingForm.model.ts";
import type { Stored, ThingAction, ThingDraft } from "./thingForm.model.ts";

interface Person {
  readonly name: string;
  readonly extension: string;
}
const stored = (name: string, extension: string, version = `${name}${extension}`): Stored<Person> => ({
  values: { name, extension },
  version,
});
const FIRST = stored("Ann", "101");
const run = (...actions: readonly ThingAction<Person>[]): ThingDraft<Person> =>
  actions.reduce<ThingDraft<Person>>(stepThing, { phase: "clean" });
const typed = (patch: Partial<Person>, over = FIRST): ThingAction<Person> => ({ type: "typed", patch, stored: over });
const refused: ThingAction<Person> = { type: "refused", error: { code: "admin.conflict", details: {}, text: "" } };

it("PAGES-6 without changes a form follows the stored data; typed text stays", () => {
  const later = stored("Anna", "101");
  expect(shownOf(run(), later)).toEqual(later.values);
  const draft = run(typed({ extension: "150" }));
  expect([shownOf(draft, later), isChanged(draft)]).toEqual([{ name: "Ann", extension: "150" }, true]);
  expect(isChanged(run(typed({ extension: "150" }), typed({ extension: "101" })))).toBe(false);
  expect(shownOf(run(typed({ extension: "150" }), { type: "discarded" }), later)).toEqual(later.values);
});

it("PAGES-5 a change by another user is a conflict, and the version stays that of the form", () => {
  const later = stored("Anna", "101");
  const draft = run(typed({ extension: "150" }));
  expect(conflictsOf(draft, later)).toEqual([{ field: "name", from: "Ann", to: "Anna" }]);
  expect(versionOf(draft, later)).toBe(FIRST.version);
  // Something that this form does not show.
  const elsewhere = stored("Ann", "101", "other");
  expect([conflictsOf(draft, elsewhere), versionOf(draft, elsewhere)]).toEqual([[], "other"]);
});

it("PAGES-6 keeping the user's own changes takes the other's in fields that the user did not change", () => {
  const later = stored("Anna", "102");
  const sent: ThingAction<Person> = { type: "sent", stored: FIRST };
  const draft = run(typed({ extension: "150" }), sent, refused, { type: "kept", stored: later });
  expect(shownOf(draft, later)).toEqual({ name: "Anna", extension: "150" });
  expect([conflictsOf(draft, later), versionOf(draft, later), isChanged(draft)]).toEqual([[], later.version, true]);
});

it("PAGES-6 text that is typed during a save is kept, and nothing can be discarded then", () => {
  const after = stored("Ann", "150");
  const sent: ThingAction<Person> = { type: "sent", stored: FIRST };
  const saving = run(typed({ extension: "150" }), sent, { type: "discarded" });
  expect(saving.phase).toBe("saving");
  expect(stepThing(saving, { type: "kept", stored: after })).toEqual({ phase: "clean" });
  const more = run(typed({ extension: "150" }), sent, typed({ name: "Anna" }), { type: "kept", stored: after });
  expect([shownOf(more, after), conflictsOf(more, after)]).toEqual([{ name: "Anna", extension: "150" }, []]);
  expect(shownOf(run(typed({ extension: "150" }), sent, refused), FIRST).extension).toBe("150");
});
