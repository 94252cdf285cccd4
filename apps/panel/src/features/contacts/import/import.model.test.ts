import { importFields } from "@callpanel/contract";
import type { ContactImport } from "@callpanel/contract";
import { expect, it } from "vitest";
import {
  doubled,
  fieldParts,
  hasRefusedRows,
  isMappingComplete,
  listOf,
  NO_IMPORT,
  offeredFields,
  stepImport,
  viewOf,
  writtenCount,
} from "./import.model.ts";
import type { ImportAction } from "./import.model.ts";

const found = (changes: Partial<ContactImport> = {}): ContactImport => ({
  id: "i1",
  phase: "mapping",
  is_personal: false,
  encoding: "utf-8",
  delimiter: ";",
  quote: '"',
  has_header: true,
  columns: [
    { header: "Name", samples: ["Zoë"], field: "full_name" },
    { header: "Tel", samples: ["514 555 0177"], field: null },
  ],
  rows: 3,
  on_duplicate: "skip",
  counts: null,
  progress: null,
  expires_at: 0,
  ...changes,
});
const after = (...actions: readonly ImportAction[]) => actions.reduce(stepImport, NO_IMPORT);
const told = (changes: Partial<ContactImport> = {}): ImportAction => ({ type: "told", found: found(changes) });
const progress = { done: 1, total: 3, created: 1, updated: 0, skipped: 0, refused: 0 };

it("ADDRESS-30 the server's phase determines the step; from the preview one can go back to the columns", () => {
  expect(viewOf(NO_IMPORT)).toBe("file");
  expect(viewOf(after(told()))).toBe("columns");
  const ready = told({ phase: "ready" });
  expect(viewOf(after(told(), ready))).toBe("preview");
  expect(viewOf(after(told(), ready, { type: "wentBack" }))).toBe("columns");
  expect(viewOf(after(told(), ready, { type: "wentBack" }, ready))).toBe("preview");
  expect(viewOf(after(told({ phase: "running" })))).toBe("running");
  for (const phase of ["done", "cancelled", "failed"] as const) expect(viewOf(after(told({ phase })))).toBe("result");
});

it("ADDRESS-31 rows can be checked when names and a number have columns, and no field has two", () => {
  expect(isMappingComplete(after(told()).mapping)).toBe(false);
  const mapped = after(told(), { type: "mapped", column: 1, field: "phone_number_1" });
  expect(isMappingComplete(mapped.mapping)).toBe(true);
  expect(isMappingComplete(["first_name", "phone_number_1"])).toBe(false);
  expect(isMappingComplete(["first_name", "last_name", "phone_number_2"])).toBe(true);
  const twice = ["full_name", "phone_number_1", null, "phone_number_1"] as const;
  expect([...doubled(twice)]).toEqual([3]);
  expect(isMappingComplete(twice)).toBe(false);
});

it("ADDRESS-31 four lines of each kind are offered, and any more that the file has", () => {
  const offered = offeredFields(importFields(), ["email_7"]);
  expect(offered).toContain("phone_number_4");
  expect(offered).not.toContain("phone_number_5");
  expect(offered).toContain("email_7");
  expect(fieldParts("phone_label_2")).toEqual({ name: "phone_label", place: 2 });
  expect(fieldParts("first_name")).toEqual({ name: "first_name", place: null });
  expect(fieldParts("nonsense")).toBeNull();
});

it("ADDRESS-33 progress only grows, and only while it runs", () => {
  const running = after(told({ phase: "running", progress: { ...progress, done: 2 } }));
  expect(stepImport(running, { type: "progressed", progress })).toBe(running);
  expect(stepImport(running, { type: "progressed", progress: { ...progress, done: 3 } }).found?.progress?.done).toBe(3);
  const done = after(told({ phase: "done" }));
  expect(stepImport(done, { type: "progressed", progress })).toBe(done);
});

it("ADDRESS-32 duplicates count as written where they are updated or added", () => {
  const counts = { new: 5, duplicate: 2, error: 1 };
  expect(writtenCount(found({ counts }))).toBe(5);
  expect(writtenCount(found({ counts, on_duplicate: "update" }))).toBe(7);
  expect(writtenCount(found())).toBe(0);
  // A choice for a single row.
  expect(writtenCount(found({ counts: { ...counts, new: 0, to_write: 1 } }))).toBe(1);
});

it("ADDRESS-34 only rows that were refused or not reached can be downloaded", () => {
  expect(hasRefusedRows(found({ progress: { ...progress, done: 3, skipped: 2 } }))).toBe(false);
  expect(hasRefusedRows(found({ progress: { ...progress, done: 3, refused: 1 } }))).toBe(true);
  expect(hasRefusedRows(found({ progress }))).toBe(true);
  expect(hasRefusedRows(found())).toBe(false);
});

it("ADDRESS-30 an import that has begun keeps its list, in the dialog of the other list too", () => {
  expect(listOf(after(told({ phase: "ready", is_personal: true })), "shared")).toBe("shared");
  for (const phase of ["running", "done", "cancelled", "failed"] as const)
    expect(listOf(after(told({ phase, is_personal: true })), "shared")).toBe("personal");
  expect(listOf(NO_IMPORT, "personal")).toBe("personal");
});
