/** The separator of a file, and its quotation mark around cells that contain the separator. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
const RECORDS = 40;
/** A first line that names the separator, as Excel reads it: `sep=;`. */
const SEPARATOR_LINE = /^\u{FEFF}?sep=([,;\t|])\r?(?:\n|$)/iu;
/** A cell in apostrophes that ends at the end of a cell. */
const IN_APOSTROPHES = /(?<=^|[,;\t|\n])'[^'\n]*'(?=[,;\t|\r\n]|$)/g;

/** IMPORT-3: the separator with which most rows have the same number of cells, and the most cells. */
export function detectDialect(sample: string): Dialect {
  const quote = !sample.includes('"') && (sample.match(IN_APOSTROPHES)?.length ?? 0) > 2 ? "'" : '"';
  const named = SEPARATOR_LINE.exec(sample)?.[1];
  if (named !== undefined) return { delimiter: named, quote };
  const rated = DELIMITERS.map((delimiter) => ({ delimiter, ...rate(sample, { delimiter, quote }) }));
  const [best] = rated.toSorted((one, other) => other.even - one.even || other.width - one.width);
  return { delimiter: best?.delimiter ?? ",", quote };
}

/** Whether a first row names the separator. */
export const namesSeparator = ([first = "", ...others]: readonly string[]): boolean =>
  /^sep=$/i.test(first) && others.length === 1 && others[0] === "";

/** `width`: the number of cells in most rows; `even`: the share of rows with that width, 0 if nothing is separated. */
function rate(sample: string, dialect: Dialect): { readonly width: number; readonly even: number } {
  const widths = widthsOf(sample, dialect);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0]);
  if (most === undefined || most[0] < 2) return { width: 1, even: 0 };
  return { width: most[0], even: most[1] / widths.length };
}

/**
 * The number of cells of each row that is not empty. Only counts: a parser that builds a record takes a second for one of
 * thirty thousand cells, and this runs in one piece (IMPORT-8).
 */
function widthsOf(sample: string, { delimiter, quote }: Dialect): readonly number[] {
  const widths: number[] = [];
  let width = 1;
  let isEmpty = true;
  let isCellStart = true;
  for (let at = sample.startsWith("\u{FEFF}") ? 1 : 0; at < sample.length && widths.length < RECORDS; at += 1) {
    const sign = sample[at];
    if (sign === "\n" || sign === "\r") {
      if (!isEmpty) widths.push(width);
      [width, isEmpty, isCellStart] = [1, true, true];
      continue;
    }
    isEmpty = false;
    if (sign === quote && isCellStart) at = endOfQuoted(sample, at, quote);
    else if (sign === delimiter) width += 1;
    isCellStart = sign === delimiter;
  }
  if (!isEmpty && widths.length < RECORDS) widths.push(width);
  return widths;
}

/** The place of the quotation mark that closes the cell that begins at `start`; the last place of the sample if the cell is not closed. */
function endOfQuoted(sample: string, start: number, quote: string): number {
  let at = start + 1;
  for (;;) {
    const end = sample.indexOf(quote, at);
    if (end < 0) return sample.length - 1;
    if (sample[end + 1] !== quote) return end;
    at = end + 2; // written twice: a quotation mark of the text
  }
}
