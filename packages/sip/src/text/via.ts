import { DIGIT, parseDigits, skipClass, skipSpace } from "./chars.ts";
import { MAX_LIST_VALUES } from "./limits.ts";
import { readParams, readToken, serializeParams } from "./params.ts";
import type { Cursor, Params } from "./params.ts";
import { skipHost } from "./uri.ts";

/** One Via value, RFC 3261 §20.42. */
export interface Via {
  /** Upper case: WS, WSS, UDP, TCP, TLS … */
  readonly transport: string;
  /** The sent-by host as written: a client may compare its own spelling with what it gets back. */
  readonly host: string;
  readonly port: number | undefined;
  readonly params: Params;
}

/** The start of every RFC 3261 branch, §8.1.1.7. */
export const BRANCH_COOKIE = "z9hG4bK";

/** Reads the comma list of one Via field; undefined when malformed. */
export const parseViaList = (text: string): readonly Via[] | undefined => {
  const cursor: Cursor = { text, at: 0 };
  const values: Via[] = [];
  while (values.length < MAX_LIST_VALUES) {
    const via = readVia(cursor);
    if (via === undefined) return undefined;
    values.push(via);
    if (cursor.at === text.length) return values;
    if (text.charCodeAt(cursor.at) !== 44) return undefined;
    cursor.at += 1;
  }
  return undefined;
};

const FAST_PROTOCOL = "SIP/2.0/";

const readVia = (cursor: Cursor): Via | undefined => {
  const { text } = cursor;
  cursor.at = skipSpace(text, cursor.at);
  if (text.startsWith(FAST_PROTOCOL, cursor.at)) cursor.at += FAST_PROTOCOL.length;
  else if (!readProtocol(cursor)) return undefined;
  const transport = readToken(cursor);
  const afterTransport = cursor.at;
  cursor.at = skipSpace(text, cursor.at);
  if (transport === undefined || cursor.at === afterTransport) return undefined;
  const hostEnd = skipHost(text, cursor.at);
  if (hostEnd === -1) return undefined;
  const host = text.slice(cursor.at, hostEnd);
  cursor.at = skipSpace(text, hostEnd);
  let port: number | undefined;
  if (text.charCodeAt(cursor.at) === 58) {
    const start = skipSpace(text, cursor.at + 1);
    cursor.at = skipClass(text, start, DIGIT);
    port = parseDigits(text.slice(start, cursor.at), 65_535);
    if (port === undefined) return undefined;
  }
  const params = readParams(cursor);
  return params === undefined ? undefined : { transport: transport.toUpperCase(), host, port, params };
};

/** `SIP / 2.0 /` with the space that RFC 3261 §25.1 allows around each slash. */
const readProtocol = (cursor: Cursor): boolean => {
  for (const part of ["SIP", "2.0"]) {
    if (readToken(cursor)?.toUpperCase() !== part) return false;
    cursor.at = skipSpace(cursor.text, cursor.at);
    if (cursor.text.charCodeAt(cursor.at) !== 47) return false;
    cursor.at = skipSpace(cursor.text, cursor.at + 1);
  }
  return true;
};

/** The value as text. */
export const serializeVia = (via: Via): string => {
  const port = via.port === undefined ? "" : `:${via.port}`;
  return `SIP/2.0/${via.transport} ${via.host}${port}${serializeParams(via.params)}`;
};

/** `host` or `host:port` in lower case: the sent-by that is part of a transaction's key. */
export const sentBy = (via: Via): string => {
  const host = via.host.toLowerCase();
  return via.port === undefined ? host : `${host}:${via.port}`;
};
