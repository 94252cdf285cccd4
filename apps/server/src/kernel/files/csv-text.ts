/** RFC 4180 §2, with a byte order mark, by which spreadsheets recognise UTF-8. */
export const CSV_START = "\u{FEFF}";

/** What spreadsheets take for the start of a formula, after any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** A phone number stays as it is: it cannot be a formula. */
const PHONE_NUMBER = /^\+\d{4,15}$/;

/** One record. Every cell that could be a formula gets an apostrophe in front. */
export const csvRecord = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reverses the escaping of `csvRecord`. */
export const csvText = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
