import { TOKEN, isClass, isToken, skipSpace } from "./chars.ts";
import { MAX_LIST_VALUES } from "./limits.ts";
import { NO_PARAMS, quote, readParams, readQuoted, serializeParams } from "./params.ts";
import type { Cursor, Params } from "./params.ts";
import { parseUri, serializeUri } from "./uri.ts";
import type { Uri } from "./uri.ts";

/** A `name-addr` or `addr-spec` with its header parameters (From, To, Contact, Route …), RFC 3261 §20.10. */
export interface NameAddr {
  /** Without quotes and escapes; undefined without a name. Text from the network: hostile until escaped. */
  readonly displayName: string | undefined;
  readonly uri: Uri;
  /** The parameters of the header field, such as `tag` and `expires`; those of the URI are in `uri`. */
  readonly params: Params;
}

/** A name-addr around a URI. */
export const nameAddr = (
  uri: Uri,
  options: { readonly displayName?: string; readonly params?: Params } = {},
): NameAddr => ({
  displayName: options.displayName,
  uri,
  params: options.params ?? NO_PARAMS,
});

/** Reads exactly one value, as in From, To and Refer-To; undefined when malformed. */
export const parseNameAddr = (text: string): NameAddr | undefined => {
  const cursor: Cursor = { text, at: 0 };
  const value = readNameAddr(cursor);
  return cursor.at === text.length ? value : undefined;
};

/** Reads a comma list, as in Contact, Route and Record-Route; undefined when any value is malformed. */
export const parseNameAddrList = (text: string): readonly NameAddr[] | undefined => {
  const cursor: Cursor = { text, at: 0 };
  const values: NameAddr[] = [];
  while (values.length < MAX_LIST_VALUES) {
    const value = readNameAddr(cursor);
    if (value === undefined) return undefined;
    values.push(value);
    if (cursor.at === text.length) return values;
    if (text.charCodeAt(cursor.at) !== COMMA) return undefined;
    cursor.at += 1;
  }
  return undefined;
};

const COMMA = 44;
const LESS = 60;
const QUOTE = 34;

const readNameAddr = (cursor: Cursor): NameAddr | undefined => {
  const { text } = cursor;
  cursor.at = skipSpace(text, cursor.at);
  const displayName = readDisplayName(cursor);
  if (displayName === undefined) return undefined;
  const uri = text.charCodeAt(cursor.at) === LESS ? readBracketed(cursor) : readAddrSpec(cursor);
  if (uri === undefined) return undefined;
  const params = readParams(cursor);
  return params === undefined ? undefined : { displayName: displayName === "" ? undefined : displayName, uri, params };
};

/** The display name before `<`; "" without a display name; undefined when it is malformed. */
const readDisplayName = (cursor: Cursor): string | undefined => {
  const { text, at } = cursor;
  const first = text.charCodeAt(at);
  if (first === LESS) return "";
  if (first === QUOTE) {
    const name = readQuoted(cursor);
    cursor.at = skipSpace(text, cursor.at);
    return text.charCodeAt(cursor.at) === LESS ? name : undefined;
  }
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (code === LESS) {
      cursor.at = end;
      return text
        .slice(at, end)
        .trim()
        .replace(/[ \t]+/g, " ");
    }
    // Anything else ends the tokens: then there is no display name and this is an addr-spec.
    if (!isClass(code, TOKEN) && code !== 32 && code !== 9) return "";
    end += 1;
  }
};

const readBracketed = (cursor: Cursor): Uri | undefined => {
  const close = cursor.text.indexOf(">", cursor.at);
  if (close === -1) return undefined;
  const uri = parseUri(cursor.text.slice(cursor.at + 1, close));
  cursor.at = close + 1;
  return uri;
};

// Without brackets a URI must not contain a comma, a semicolon or a question mark: what follows belongs to the header
// field (RFC 3261 §20).
const readAddrSpec = (cursor: Cursor): Uri | undefined => {
  const { text, at } = cursor;
  let end = at;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === 59 || code === COMMA || code === 32 || code === 9) break;
    if (code === 63) return undefined;
    end += 1;
  }
  cursor.at = end;
  return parseUri(text.slice(at, end));
};

const writeDisplayName = (name: string): string => {
  const tokens = name.split(" ").every((word) => isToken(word));
  return tokens ? name : quote(name);
};

/** The value as text, always with angle brackets. */
export const serializeNameAddr = (value: NameAddr): string => {
  const name =
    value.displayName === undefined || value.displayName === "" ? "" : `${writeDisplayName(value.displayName)} `;
  return `${name}<${serializeUri(value.uri)}>${value.params.size === 0 ? "" : serializeParams(value.params)}`;
};
