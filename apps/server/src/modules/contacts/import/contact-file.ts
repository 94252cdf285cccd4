import { Readable } from "node:stream";
import {
  AppError,
  CONTACT_IMPORT_MAX_CELL_CHARS,
  CONTACT_IMPORT_MAX_COLUMNS,
  CONTACT_IMPORT_MAX_ROWS,
} from "@callpanel/contract";
import { CsvError, parse } from "csv-parse";
import { decodedCsv, sampleOf, type CsvEncoding } from "../../../kernel/files/csv-decoding.ts";
import { detectDialect, namesSeparator, type Dialect } from "../../../kernel/files/csv-dialect.ts";

/** A file that was read: rows of texts, each as wide as the widest. */
export interface ContactFile extends Dialect {
  readonly encoding: CsvEncoding;
  readonly rows: ReadonlyArray<readonly string[]>;
  /** Index of the first row that has something: the header, if there is one. */
  readonly first: number;
}

/**
 * IMPORT-2: reads a CSV file in chunks, so that other work does not wait.
 * @throws AppError contacts.import.unreadable, .empty, .quote, .tooManyRows, .tooManyColumns, .cellTooLong
 */
export async function readContactFile(bytes: Uint8Array): Promise<ContactFile> {
  const { encoding, text } = decodedCsv(bytes, () => new AppError("contacts.import.unreadable"));
  const dialect = detectDialect(sampleOf(bytes, encoding));
  const rows: Array<readonly string[]> = [];
  let width = 0;
  for await (const row of recordsOf(text, dialect)) {
    if (rows.length > CONTACT_IMPORT_MAX_ROWS)
      throw new AppError("contacts.import.tooManyRows", { limit: CONTACT_IMPORT_MAX_ROWS });
    if (row.length > CONTACT_IMPORT_MAX_COLUMNS)
      throw new AppError("contacts.import.tooManyColumns", { limit: CONTACT_IMPORT_MAX_COLUMNS });
    if (row.some((cell) => cell.length > CONTACT_IMPORT_MAX_CELL_CHARS)) throw tooLong(rows.length + 1);
    const isEmpty = row.every((cell) => cell === "") || (rows.length === 0 && namesSeparator(row));
    if (!isEmpty) width = Math.max(width, row.length);
    rows.push(isEmpty ? [] : row);
  }
  while (rows.at(-1)?.length === 0) rows.pop();
  if (width === 0) throw new AppError("contacts.import.empty");
  return {
    ...dialect,
    encoding,
    rows: rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]),
    first: rows.findIndex((row) => row.length > 0),
  };
}

const tooLong = (row: number): AppError =>
  new AppError("contacts.import.cellTooLong", { row, limit: CONTACT_IMPORT_MAX_CELL_CHARS });

async function* recordsOf(
  text: AsyncIterable<string>,
  { delimiter, quote }: Dialect,
): AsyncGenerator<readonly string[]> {
  const parser = parse({
    delimiter,
    quote,
    escape: quote,
    relax_column_count: true,
    relax_quotes: true,
    // With a quotation mark that is never closed, the rest of the file would be one cell.
    max_record_size: CONTACT_IMPORT_MAX_COLUMNS * CONTACT_IMPORT_MAX_CELL_CHARS,
  });
  const source = Readable.from(text);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser) {
      row += 1;
      yield cellsOf(record);
    }
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED")
      throw new AppError("contacts.import.quote", { row: row + 1 }, { cause: error });
    if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE") throw tooLong(row + 1);
    if (error instanceof CsvError || error instanceof TypeError)
      throw new AppError("contacts.import.unreadable", {}, { cause: error });
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function cellsOf(record: unknown): readonly string[] {
  if (!Array.isArray(record)) throw new Error("a record of a CSV file is a list");
  return record.map((cell: unknown) => (typeof cell === "string" ? cell.trim() : ""));
}
