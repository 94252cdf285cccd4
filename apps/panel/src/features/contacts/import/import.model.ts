import { IMPORT_LINE_FIELDS, IMPORT_TEXT_FIELDS } from "@callpanel/contract";
import type { ContactImport, ImportField, ImportLineField } from "@callpanel/contract";
import type { ErrorSay } from "../../../shared/api/api.ts";
import type { ContactList } from "../contacts.lists.ts";

/** The step of the dialog; the person can switch between `columns` and `preview`, the others follow from the response. */
export type ImportView = "file" | "columns" | "preview" | "running" | "result";

export interface ImportState {
  /** Null: no file yet. */
  readonly found: ContactImport | null;
  /** The person went back from the preview to the columns. */
  readonly backAtColumns: boolean;
  /** The field of each column, as chosen in the form. */
  readonly mapping: ReadonlyArray<ImportField | null>;
  /** Whether the first row names the columns. */
  readonly hasHeader: boolean;
  readonly error: ErrorSay | null;
}

export type ImportAction =
  | { readonly type: "told"; readonly found: ContactImport }
  | { readonly type: "progressed"; readonly progress: NonNullable<ContactImport["progress"]> }
  | { readonly type: "mapped"; readonly column: number; readonly field: ImportField | null }
  | { readonly type: "headerSet"; readonly hasHeader: boolean }
  | { readonly type: "wentBack" }
  | { readonly type: "failed"; readonly error: ErrorSay }
  | { readonly type: "startedOver" };

export const NO_IMPORT: ImportState = { found: null, backAtColumns: false, mapping: [], hasHeader: true, error: null };

export function stepImport(state: ImportState, action: ImportAction): ImportState {
  switch (action.type) {
    case "told": {
      const { found } = action;
      const mapping = found.columns.map(({ field }) => field);
      return { found, mapping, hasHeader: found.has_header, backAtColumns: false, error: null };
    }
    case "progressed":
      // An event that is older than the response changes nothing.
      if (state.found?.phase !== "running" || (state.found.progress?.done ?? 0) > action.progress.done) return state;
      return { ...state, found: { ...state.found, progress: action.progress } };
    case "mapped":
      return { ...state, mapping: state.mapping.with(action.column, action.field), error: null };
    case "headerSet":
      return { ...state, hasHeader: action.hasHeader };
    case "wentBack":
      return { ...state, backAtColumns: true, error: null };
    case "failed":
      return { ...state, error: action.error };
    case "startedOver":
      return NO_IMPORT;
  }
}

export function viewOf({ found, backAtColumns }: ImportState): ImportView {
  switch (found?.phase) {
    case undefined:
      return "file";
    case "mapping":
      return "columns";
    case "ready":
      return backAtColumns ? "columns" : "preview";
    case "running":
      return "running";
    case "done":
    case "cancelled":
    case "failed":
      return "result";
  }
}

/** ADDRESS-31: columns that claim a field another column before them has. */
export const doubled = (mapping: ImportState["mapping"]): ReadonlySet<number> =>
  new Set(mapping.flatMap((field, at) => (field !== null && mapping.indexOf(field) < at ? [at] : [])));

/** ADDRESS-31: the check needs at least the names and a number. */
export function isMappingComplete(mapping: ImportState["mapping"]): boolean {
  const fields = new Set(mapping);
  const named = fields.has("full_name") || (fields.has("first_name") && fields.has("last_name"));
  return named && mapping.some((field) => field?.startsWith("phone_number_")) && doubled(mapping).size === 0;
}

/** How many contacts an import would write. An older server does not count choices for single rows. */
export function writtenCount({ counts, on_duplicate }: ContactImport): number {
  if (counts === null) return 0;
  return counts.to_write ?? counts.new + (on_duplicate === "skip" ? 0 : counts.duplicate);
}

/** ADDRESS-34: whether the file of rows that were not written has any. Skipped duplicates are not in it. */
export const hasRefusedRows = ({ progress }: Pick<ContactImport, "progress">): boolean =>
  progress !== null && (progress.refused > 0 || progress.done < progress.total);

/** The list into which an import writes, or has written: that of the dialog, until it is begun. */
export function listOf({ found }: ImportState, list: ContactList): ContactList {
  if (found === null || found.phase === "mapping" || found.phase === "ready") return list;
  return found.is_personal ? "personal" : "shared";
}

/** A field in its parts: `phone_number_2` is the second phone number. */
export function fieldParts(
  field: string,
):
  | { readonly name: ImportLineField; readonly place: number }
  | { readonly name: TextField; readonly place: null }
  | null {
  const text = IMPORT_TEXT_FIELDS.find((one) => one === field);
  if (text !== undefined) return { name: text, place: null };
  const [, base, place] = /^([a-z_]+?)_(\d+)$/.exec(field) ?? [];
  const line = IMPORT_LINE_FIELDS.find((one) => one === base);
  return line === undefined ? null : { name: line, place: Number(place) };
}
type TextField = (typeof IMPORT_TEXT_FIELDS)[number];

const LINES_OFFERED = 4;

/** The fields to choose from: four lines of each kind, and more if the file has more. */
export function offeredFields(all: readonly ImportField[], mapping: ImportState["mapping"]): readonly ImportField[] {
  return all.filter((field) => mapping.includes(field) || (fieldParts(field)?.place ?? 0) <= LINES_OFFERED);
}
