import { parse } from "csv-parse/sync";

/** The separator of a file, and its quotation mark around cells that contain the separator. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
const RECORDS = 40;
/** A cell in apostrophes that ends at the end of a cell. */
const IN_APOSTROPHES = /(?<=^|[,;\t|\n])'[^'\n]*'(?=[,;\t|\r\n]|$)/g;

/** IMPORT-3: the separator with which most rows have the same number of cells, and the most cells. */
export function detectDialect(sample: string): Dialect {
  const quote = !sample.includes('"') && (sample.match(IN_APOSTROPHES)?.length ?? 0) > 2 ? "'" : '"';
  const rated = DELIMITERS.map((delimiter) => ({ delimiter, ...rate(sample, { delimiter, quote }) }));
  const [best] = rated.toSorted((one, other) => other.even - one.even || other.width - one.width);
  return { delimiter: best?.delimiter ?? ",", quote };
}

/** `width`: the number of cells in most rows; `even`: the share of rows with that width, 0 if nothing is separated. */
function rate(sample: string, { delimiter, quote }: Dialect): { readonly width: number; readonly even: number } {
  const widths = widthsOf(sample, { delimiter, quote });
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0]);
  if (most === undefined || most[0] < 2) return { width: 1, even: 0 };
  return { width: most[0], even: most[1] / widths.length };
}

function widthsOf(sample: string, { delimiter, quote }: Dialect): readonly number[] {
  try {
    const records: unknown = parse(sample, {
      delimiter,
      quote,
      bom: true,
      to: RECORDS,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    return Array.isArray(records) ? records.map((record: unknown) => (Array.isArray(record) ? record.length : 0)) : [];
  } catch {
    return []; // the file cannot be parsed with this separator
  }
}
