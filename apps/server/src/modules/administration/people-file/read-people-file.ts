import { Readable } from "node:stream";
import { AppError, PEOPLE_FILE_MAX_LINES, type PeopleColumn } from "@callpanel/contract";
import { CsvError, parse } from "csv-parse";
import { decodedCsv, sampleOf } from "../../../kernel/files/csv-decoding.ts";
import { detectDialect, namesSeparator, type Dialect } from "../../../kernel/files/csv-dialect.ts";
import { csvText } from "../../../kernel/files/csv-text.ts";
import { columnOf } from "./people-columns.ts";

const MOST_COLUMNS = 100;
const MOST_CELL_CHARS = 1_000;

/** A line of the file, by column; a column that the file does not have is absent. */
export interface FileLine {
  /** The number of its first line in the file. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<PeopleColumn, string>>>;
}

export interface PeopleFile {
  readonly lines: readonly FileLine[];
  /** Titles that mean nothing here. */
  readonly ignored: readonly string[];
}

/** PEOPLE-10: reads a CSV file of people, in chunks, so that other work does not wait. */
export async function readPeopleFile(bytes: Uint8Array): Promise<PeopleFile> {
  const { encoding, text } = decodedCsv(bytes, () => new AppError("admin.file.unreadable"));
  const dialect = detectDialect(sampleOf(bytes, encoding));
  let titles: readonly string[] | undefined;
  const lines: FileLine[] = [];
  for await (const { line, cells } of recordsOf(text, dialect)) {
    if (cells.every((cell) => cell === "") || (line === 1 && namesSeparator(cells))) continue;
    if (titles === undefined) {
      checkTitles(cells);
      titles = cells;
      continue;
    }
    if (lines.length >= PEOPLE_FILE_MAX_LINES)
      throw new AppError("admin.file.tooManyLines", { limit: PEOPLE_FILE_MAX_LINES });
    lines.push({ line, cells: byColumn(titles, cells) });
  }
  if (titles === undefined) throw new AppError("admin.file.empty");
  return { lines, ignored: titles.filter((title) => title !== "" && columnOf(title) === undefined) };
}

/** Wrong columns are refused with the first line, before the others are read. */
function checkTitles(cells: readonly string[]): void {
  const columns = cells.map(columnOf);
  const has = (column: PeopleColumn) => columns.includes(column);
  if (has("username") || (has("first_name") && has("last_name"))) return;
  throw new AppError("admin.file.columns", { found: cells.slice(0, 10).join(", ").slice(0, 200) });
}

const byColumn = (titles: readonly string[], cells: readonly string[]): FileLine["cells"] =>
  Object.fromEntries(
    titles.flatMap((title, at) => {
      const column = columnOf(title);
      return column === undefined ? [] : [[column, cells[at] ?? ""]];
    }),
  );

interface FileRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

async function* recordsOf(text: AsyncIterable<string>, { delimiter, quote }: Dialect): AsyncGenerator<FileRecord> {
  const parser = parse({
    delimiter,
    quote,
    escape: quote,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    // With a quotation mark that is never closed, the rest of the file would be one cell.
    max_record_size: MOST_COLUMNS * MOST_CELL_CHARS,
  });
  const source = Readable.from(text);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let line = 1;
  try {
    for await (const parsed of parser) {
      const { cells, lines } = recordOf(parsed);
      if (cells.length > MOST_COLUMNS) throw new AppError("admin.file.tooManyColumns", { limit: MOST_COLUMNS });
      if (cells.some((cell) => cell.length > MOST_CELL_CHARS)) throw tooLong(line);
      yield { line, cells };
      line = lines + 1;
    }
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED")
      throw new AppError("admin.file.quote", { line }, { cause: error });
    if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE") throw tooLong(line);
    if (error instanceof CsvError || error instanceof TypeError)
      throw new AppError("admin.file.unreadable", {}, { cause: error });
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const tooLong = (line: number): AppError => new AppError("admin.file.cellTooLong", { line, limit: MOST_CELL_CHARS });

/** With `info`, a record comes with the number of lines read until its end. */
function recordOf(parsed: unknown): { readonly cells: readonly string[]; readonly lines: number } {
  const isParsed = (one: unknown): one is { readonly record: unknown; readonly info: { readonly lines: number } } =>
    typeof one === "object" && one !== null && "record" in one && "info" in one;
  if (!isParsed(parsed) || !Array.isArray(parsed.record)) throw new Error("a record of a CSV file is a list");
  const cells = parsed.record.map((cell: unknown) => (typeof cell === "string" ? csvText(cell.trim()) : ""));
  return { cells, lines: parsed.info.lines };
}
