import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import {
  AppError,
  CONTACT_IMPORT_MAX_CELL_CHARS,
  CONTACT_IMPORT_MAX_COLUMNS,
  CONTACT_IMPORT_MAX_ROWS,
  type ContactImport,
} from "@callpanel/contract";
import { CsvError, parse } from "csv-parse";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import { detectDialect, type Dialect } from "./dialect.ts";

export type Encoding = ContactImport["encoding"];

/** A file that was read: rows of texts, each as wide as the widest. */
export interface ContactFile extends Dialect {
  readonly encoding: Encoding;
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** Bytes that are read before other work may run: ten milliseconds at most. */
const PIECE_BYTES = 16_384;
const SAMPLE_BYTES = 65_536;

/**
 * IMPORT-2: reads a CSV file in chunks, so that other work does not wait.
 * @throws AppError contacts.import.unreadable, .empty, .quote, .tooManyRows, .tooManyColumns, .cellTooLong
 */
export async function readContactFile(bytes: Uint8Array): Promise<ContactFile> {
  const { encoding, text } = decoded(bytes);
  const dialect = detectDialect(sampleOf(bytes, encoding));
  const rows: Array<readonly string[]> = [];
  let width = 0;
  for await (const row of recordsOf(text, dialect)) {
    if (rows.length > CONTACT_IMPORT_MAX_ROWS)
      throw new AppError("contacts.import.tooManyRows", { limit: CONTACT_IMPORT_MAX_ROWS });
    if (row.length > CONTACT_IMPORT_MAX_COLUMNS)
      throw new AppError("contacts.import.tooManyColumns", { limit: CONTACT_IMPORT_MAX_COLUMNS });
    if (row.some((cell) => cell.length > CONTACT_IMPORT_MAX_CELL_CHARS)) throw tooLong(rows.length + 1);
    const isEmpty = row.every((cell) => cell === "");
    if (!isEmpty) width = Math.max(width, row.length);
    rows.push(isEmpty ? [] : row);
  }
  while (rows.at(-1)?.length === 0) rows.pop();
  if (width === 0) throw new AppError("contacts.import.empty");
  return { ...dialect, encoding, rows: rows.map((row) => [...row, ...Array<string>(width - row.length).fill("")]) };
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

/** The decoded text, in chunks. */
function decoded(bytes: Uint8Array): { readonly encoding: Encoding; readonly text: AsyncIterable<string> } {
  const encoding = encodingOf(bytes);
  return {
    encoding,
    text: (async function* pieces() {
      const decoder = new TextDecoder(encoding, { fatal: true });
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const last = at + PIECE_BYTES >= bytes.length;
        const text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: !last });
        yield readable(encoding === "windows-1252" ? withoutControls(text) : text);
        await yieldLoop();
      }
    })(),
  };
}

/** Windows-1252 at 0x80 to 0x9f; a space for undefined bytes. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/** Node 20 reads Windows-1252 as Latin-1 (nodejs/node issue 56542), which gives control characters there. */
const withoutControls = (text: string): string =>
  text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);

/** Text has no zero characters; a picture or a spreadsheet's own format has. */
function readable(text: string): string {
  if (text.includes("\0")) throw new AppError("contacts.import.unreadable");
  return text;
}

function sampleOf(bytes: Uint8Array, encoding: Encoding): string {
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, SAMPLE_BYTES), { stream: true });
  // The last line may be incomplete.
  return bytes.length <= SAMPLE_BYTES ? sample : sample.slice(0, Math.max(sample.lastIndexOf("\n"), 0) || undefined);
}

/** IMPORT-3: by the byte order mark; else zeros mean UTF-16; else UTF-8 if it is valid; else Windows-1252. */
function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 1_024);
  const zeros = (odd: 0 | 1) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > sample.length / 4 && zeros(0) === 0) return "utf-16le";
  if (zeros(0) > sample.length / 4 && zeros(1) === 0) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}
