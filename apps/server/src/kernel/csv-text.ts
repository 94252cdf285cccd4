/** RFC 4180 §2, with a byte order mark, by which spreadsheets know UTF-8. */
export const CSV_START = "\u{FEFF}";

/** What spreadsheets take for the beginning of a formula, after any apostrophes. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** A number as a telephone has it is left whole: nothing can be computed from it. */
const PHONE_NUMBER = /^\+\d{4,15}$/;

/** One record. Every cell that a spreadsheet could compute gets an apostrophe before it. */
export const csvRecord = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !PHONE_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before `csvRecord` wrote it. */
export const csvText = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);
