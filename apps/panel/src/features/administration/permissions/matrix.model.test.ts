import { mergePermissions, PERMISSION_MODULES, rulesOf } from "@callpanel/contract";
import type { Permission } from "@callpanel/contract";
import { expect, it } from "vitest";
import { conflictsOf, stepThing } from "../../../shared/form/thingForm.model.ts";
import { MATRIX, offered, permissionsOf, rightsOfRow, valuesOf } from "./matrix.model.ts";

const SPY: Permission = { module: "active_calls", rule: "execute_callspy" };
const MAIL: Permission = { module: "voicemails", rule: "read_for", targets: ["9", "7"] };

it("GRANT-7 the matrix has each right of the catalogue once", () => {
  const shown = MATRIX.flatMap(({ rows }) => rows.flatMap(rightsOfRow));
  const all = PERMISSION_MODULES.flatMap((module) => rulesOf(module).map((rule) => `${module}:${rule}`));
  expect(shown.toSorted()).toEqual(all.toSorted());
});

it("GRANT-7 rights become fields and rights again, those that the matrix does not show too", () => {
  const odd: Permission = { module: "parkings", rule: "read_for" };
  const limited = { module: "voicemails", rule: "read_for", targets: ["7", "9"] };
  expect(permissionsOf(valuesOf([SPY, MAIL, odd]))).toEqual(expect.arrayContaining([SPY, limited, odd]));
  expect(permissionsOf(valuesOf([]))).toEqual([]);
});

it("PAGES-6 changes of two people are compared right by right", () => {
  const base = { values: valuesOf([MAIL]), version: "a" };
  const later = { values: valuesOf([]), version: "b" };
  const draft = stepThing(
    { phase: "clean" },
    { type: "typed", patch: { "active_calls:execute_callspy": true }, stored: base },
  );
  expect(conflictsOf(draft, later)).toEqual([{ field: "voicemails:read_for", from: ["7", "9"], to: false }]);
  const kept = stepThing(draft, { type: "kept", stored: later });
  expect(kept.phase === "clean" ? [] : permissionsOf(kept.typed)).toEqual([SPY]);
});

it("PAGES-3 a tick gives everything, or as much as the viewer has, or nothing", () => {
  const viewer = mergePermissions([{ module: "administration", rule: "manage_queues", targets: ["601", "600"] }, SPY]);
  expect(offered(viewer, "administration:manage_queues")).toEqual(["600", "601"]);
  expect(offered(viewer, "active_calls:execute_callspy")).toBe(true);
  expect(offered(viewer, "administration:manage_people")).toBe(false);
});
