import type {
  ContactDraft,
  ContactImport,
  DuplicateChoice,
  ImportPhase,
  ImportProgress,
  ImportRow,
} from "@callpanel/contract";
import { contactName, type Book, type ContactKeyKind } from "../contacts.model.ts";
import type { Mapping } from "./columns.ts";
import type { ContactFile } from "./contact-file.ts";
import type { RowError } from "./import-row.ts";

/** What a row duplicates: a contact, or an earlier row. */
export interface Duplicate {
  readonly contactId: number | null;
  readonly row: number | null;
  readonly name: string;
  readonly by: ContactKeyKind;
}

/** A row as it will be written, or the reason why it will not. */
export interface CheckedRow {
  /** Row number as in a spreadsheet. */
  readonly row: number;
  readonly draft: ContactDraft;
  readonly errors: readonly RowError[];
  readonly duplicate: Duplicate | null;
}

/** The decisions about a file. */
export interface ImportPlan {
  readonly book: Book;
  readonly hasHeader: boolean;
  readonly mapping: Mapping;
  readonly onDuplicate: DuplicateChoice;
  /** Decisions about single duplicates, by row. */
  readonly choices: ReadonlyMap<number, DuplicateChoice>;
}

export interface ImportJob {
  readonly id: string;
  readonly userId: number;
  readonly realm: string;
  readonly file: ContactFile;
  readonly plan: ImportPlan;
  readonly phase: ImportPhase;
  /** Empty before the check. */
  readonly rows: readonly CheckedRow[];
  readonly progress: ImportProgress | null;
  /** After the import: valid rows that were not written. */
  readonly unwritten: ReadonlySet<number>;
  /** Ms since the epoch. */
  readonly usedAt: number;
}

/** IMPORT-10: an unused import is removed after this time. */
export const IMPORT_KEPT_MS = 30 * 60_000;

export const choiceOf = (
  { onDuplicate, choices }: ImportPlan,
  { row, duplicate }: CheckedRow,
): DuplicateChoice | null => (duplicate === null ? null : (choices.get(row) ?? onDuplicate));

export const isWrittenBy =
  (plan: ImportPlan) =>
  (row: CheckedRow): boolean =>
    row.errors.length === 0 && choiceOf(plan, row) !== "skip";

const stateOf = ({ errors, duplicate }: CheckedRow): ImportRow["state"] =>
  errors.length > 0 ? "error" : duplicate === null ? "new" : "duplicate";

/** Rows in one state, or all. */
export const rowsOf = ({ rows }: ImportJob, state: ImportRow["state"] | undefined): readonly CheckedRow[] =>
  state === undefined ? rows : rows.filter((row) => stateOf(row) === state);

/** The first non-empty cells of each column. */
const SAMPLES = 3;
const SAMPLED_ROWS = 50;
const SAMPLE_CHARS = 80;

export function presentImport(job: ImportJob): ContactImport {
  const { id, phase, file, plan, rows, progress, usedAt } = job;
  const header = plan.hasHeader ? file.rows[file.first] : undefined;
  const start = file.first + (plan.hasHeader ? 1 : 0);
  const body = file.rows.slice(start, start + SAMPLED_ROWS);
  return {
    id,
    phase,
    is_personal: plan.book.ownerId !== null,
    encoding: file.encoding,
    delimiter: file.delimiter,
    quote: file.quote,
    has_header: plan.hasHeader,
    columns: plan.mapping.map((field, at) => ({
      header: (header?.[at] ?? "").slice(0, SAMPLE_CHARS),
      samples: body
        .map((row) => (row[at] ?? "").slice(0, SAMPLE_CHARS))
        .filter((cell) => cell !== "")
        .slice(0, SAMPLES),
      field,
    })),
    rows: file.rows.length - start,
    on_duplicate: plan.onDuplicate,
    counts: phase === "mapping" ? null : { ...countsOf(rows), to_write: rows.filter(isWrittenBy(plan)).length },
    progress,
    expires_at: usedAt + IMPORT_KEPT_MS,
  };
}

function countsOf(rows: readonly CheckedRow[]): Record<ImportRow["state"], number> {
  const counts = { new: 0, duplicate: 0, error: 0 };
  for (const row of rows) counts[stateOf(row)] += 1;
  return counts;
}

export function presentRow(row: CheckedRow, plan: ImportPlan): ImportRow {
  const { draft, duplicate } = row;
  return {
    row: row.row,
    state: stateOf(row),
    name: contactName(draft),
    company: draft.company,
    phone_numbers: draft.phone_numbers.map(({ phone_number }) => phone_number),
    emails: draft.emails.map(({ email }) => email),
    errors: [...row.errors],
    duplicate:
      duplicate === null
        ? null
        : { contact_id: duplicate.contactId, row: duplicate.row, name: duplicate.name, by: duplicate.by },
    choice: choiceOf(plan, row),
  };
}
