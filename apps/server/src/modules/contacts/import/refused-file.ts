import { errorText, type ErrorCode } from "@callpanel/contract";
import { csvRecord, csvText, CSV_START } from "../../../kernel/files/csv-text.ts";
import type { ImportJob } from "./import.model.ts";

/** IMPORT-11: the rows that were not written, as they were in the file, each with its number and the reasons. */
export function* refusedFile({ file, plan, rows, unwritten, phase }: ImportJob): Generator<string> {
  const width = plan.mapping.length;
  const header = plan.hasHeader
    ? (file.rows[file.first] ?? [])
    : Array.from({ length: width }, (_, at) => plan.mapping[at] ?? `Column ${at + 1}`);
  yield CSV_START + csvRecord(["Row", "Reason", ...header.map(csvText)]);
  const left: ErrorCode = phase === "failed" ? "contacts.import.notWritten" : "contacts.import.cancelled";
  for (const { row, errors } of rows) {
    const reasons = errors.map(({ column, code }) =>
      column === null ? errorText(code) : `${header[column] ?? ""}: ${errorText(code)}`,
    );
    if (errors.length === 0 && unwritten.has(row)) reasons.push(errorText(left));
    const cells = file.rows[row - 1] ?? [];
    if (reasons.length > 0) yield csvRecord([String(row), reasons.join("; "), ...cells.map(csvText)]);
  }
}
