import { AppError } from "@callpanel/contract";
import { Composer, LineCounter, Parser, type CST, type Document } from "yaml";

/** A company file needs six levels. The composer calls itself for each level, so a deep file would overflow the stack. */
const MOST_LEVELS = 32;
/** The composer compares each key of a map with all keys before it. */
const MOST_KEYS = 500;
/** An administrator reads the first faults; the rest of a file that is no YAML is not read. */
const MOST_FAULTS = 20;

interface ReadFile {
  readonly document: Document;
  readonly lines: LineCounter;
}

/**
 * Reads the YAML of a company file in a time that grows with its length only, whatever it contains: calls wait for it.
 * @throws AppError `admin.invalidFile` with the faults, each with its line
 */
export function readYaml(source: string): ReadFile {
  const lines = new LineCounter();
  // failsafe: scalars stay text.
  const composer = new Composer({ lineCounter: lines, prettyErrors: false, schema: "failsafe", uniqueKeys: true });
  const documents = composer.compose(checkedTokens(source, lines), true, source.length);
  const [document, second] = [...documents];
  if (document === undefined || second !== undefined) throw invalidFile(["it has more than one document"]);
  if (document.errors.length > 0)
    throw invalidFile(
      document.errors
        .slice(0, MOST_FAULTS)
        .map(({ pos, message }) => `line ${lines.linePos(pos[0]).line}: ${message.split("\n", 1)[0]}`),
    );
  return { document, lines };
}

export const invalidFile = (faults: readonly string[]): AppError =>
  new AppError("admin.invalidFile", { detail: faults.slice(0, MOST_FAULTS).join("\n") });

/** The tokens of the file: the parser has no recursion, so what it finds is checked before the composer reads it. */
function* checkedTokens(source: string, lines: LineCounter): Generator<CST.Token, void> {
  const faults: string[] = [];
  let documents = 0;
  for (const token of new Parser(lines.addNewLine).parse(source)) {
    if (token.type === "error") faults.push(`line ${lines.linePos(token.offset).line}: ${token.message}`);
    if (token.type === "document") documents += 1;
    if (faults.length === MOST_FAULTS) throw invalidFile(faults);
    if (documents > 1) throw invalidFile(["it has more than one document"]);
    const fault = faultOf(token, lines);
    if (fault !== undefined) throw invalidFile([fault]);
    yield token;
  }
}

/** The first place of a token that is nested too deep, or that has too many keys. */
function faultOf(token: CST.Token, lines: LineCounter): string | undefined {
  const open: Array<{ readonly token: CST.Token; readonly level: number }> = [{ token, level: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { level } = next;
    const one = next.token;
    if (one.type === "document" && one.value !== undefined) open.push({ token: one.value, level });
    if (!("items" in one)) continue;
    const at = `line ${lines.linePos(one.offset).line}: `;
    if (level >= MOST_LEVELS) return `${at}it is nested too deep`;
    const isMap = one.type === "block-map" || (one.type === "flow-collection" && one.start.source === "{");
    if (isMap && one.items.length > MOST_KEYS) return `${at}more than ${MOST_KEYS} keys in one place`;
    for (const { key, value } of one.items)
      for (const inner of [key, value])
        if (inner !== undefined && inner !== null) open.push({ token: inner, level: level + 1 });
  }
  return undefined;
}
