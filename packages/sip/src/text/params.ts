import { HOST, TOKEN, isClass, skipSpace } from "./chars.ts";

/**
 * Parameters by lower-case name, in the order in which they were written. A parameter without a value has the value "".
 * Values are decoded: quotes and escapes are removed when read and added when written.
 */
export type Params = ReadonlyMap<string, string>;

export const NO_PARAMS: Params = new Map();

/** A position in a header value; the readers below move it forward. */
export interface Cursor {
  readonly text: string;
  at: number;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Reads a quoted string that starts at the cursor; undefined when it has no closing quote. */
export const readQuoted = (cursor: Cursor): string | undefined => {
  const { text } = cursor;
  let at = cursor.at + 1;
  let from = at;
  let out = "";
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      out += text.slice(from, at);
      cursor.at = at + 1;
      return out;
    }
    if (code === BACKSLASH) {
      if (at + 1 >= text.length) return undefined;
      out += text.slice(from, at);
      from = at + 1;
      at += 2;
    } else at += 1;
  }
  return undefined;
};

// oxlint-disable-next-line no-control-regex -- they may stand in a quoted string behind a backslash alone
const ESCAPED = /["\\\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The text as a quoted string. Line breaks are not allowed in it and become spaces. */
export const quote = (text: string): string => `"${text.replace(/[\r\n]+/g, " ").replace(ESCAPED, "\\$&")}"`;

const isValueChar = (code: number): boolean =>
  isClass(code, TOKEN) || isClass(code, HOST) || code === 91 || code === 93 || code === 58;

export const readToken = (cursor: Cursor): string | undefined => {
  const { text, at } = cursor;
  let end = at;
  while (end < text.length && isClass(text.charCodeAt(end), TOKEN)) end += 1;
  cursor.at = end;
  return end > at ? text.slice(at, end) : undefined;
};

/** A generic-param value: a token, a host or a quoted string. */
export const readValue = (cursor: Cursor): string | undefined => {
  const { text, at } = cursor;
  if (text.charCodeAt(at) === QUOTE) return readQuoted(cursor);
  let end = at;
  while (end < text.length && isValueChar(text.charCodeAt(end))) end += 1;
  cursor.at = end;
  return end > at ? text.slice(at, end) : undefined;
};

const SEMICOLON = 59;
const EQUALS = 61;

/** Reads `*(SEMI generic-param)` and the space after it; undefined when a parameter is malformed or occurs twice. */
export const readParams = (cursor: Cursor): Params | undefined => {
  const { text } = cursor;
  cursor.at = skipSpace(text, cursor.at);
  if (text.charCodeAt(cursor.at) !== SEMICOLON) return NO_PARAMS;
  const params = new Map<string, string>();
  while (text.charCodeAt(cursor.at) === SEMICOLON) {
    cursor.at = skipSpace(text, cursor.at + 1);
    const name = readToken(cursor)?.toLowerCase();
    if (name === undefined || params.has(name)) return undefined;
    cursor.at = skipSpace(text, cursor.at);
    let value: string | undefined = "";
    if (text.charCodeAt(cursor.at) === EQUALS) {
      cursor.at = skipSpace(text, cursor.at + 1);
      value = readValue(cursor);
      if (value === undefined) return undefined;
      cursor.at = skipSpace(text, cursor.at);
    }
    params.set(name, value);
  }
  return params;
};

const needsQuotes = (value: string): boolean => {
  for (let at = 0; at < value.length; at += 1) if (!isValueChar(value.charCodeAt(at))) return true;
  return false;
};

/** `;name=value;flag`, or "" without parameters. */
export const serializeParams = (params: Params): string => {
  let out = "";
  for (const [name, value] of params) {
    out += value === "" ? `;${name}` : `;${name}=${needsQuotes(value) ? quote(value) : value}`;
  }
  return out;
};

/** The parameters with one of them set. */
export const withParam = (params: Params, name: string, value = ""): Params => new Map(params).set(name, value);

/** Reads the parameters in the rest of a value from `start`; undefined when malformed. */
export const parseParamsAfter = (text: string, start: number): Params | undefined => {
  if (start < 0) return undefined;
  const cursor: Cursor = { text, at: start };
  const params = readParams(cursor);
  return cursor.at === text.length ? params : undefined;
};
