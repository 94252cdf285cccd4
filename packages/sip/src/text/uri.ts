import { DIGIT, HOST, PASSWORD, URI_HEADER, URI_PARAM, USER, parseDigits, skipClass } from "./chars.ts";
import { escapeUri, skipEscaped, unescapeUri } from "./escape.ts";
import { NO_PARAMS } from "./params.ts";
import type { Params } from "./params.ts";

/** A `sip:` or `sips:` URI, RFC 3261 §19.1. User, password, parameters and headers are unescaped; host is lower case. */
export interface SipUri {
  readonly kind: "sip";
  readonly scheme: "sip" | "sips";
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly host: string;
  readonly port: number | undefined;
  readonly params: Params;
  readonly headers: Params;
}

/** A `tel:` URI, RFC 3966; the number keeps its visual separators. */
export interface TelUri {
  readonly kind: "tel";
  readonly scheme: "tel";
  readonly number: string;
  readonly params: Params;
}

/** A URI of a scheme that this package does not parse; `text` is the complete URI. */
export interface OtherUri {
  readonly kind: "other";
  readonly scheme: string;
  readonly text: string;
}

export type Uri = SipUri | TelUri | OtherUri;

/** Reads a URI; undefined when it is malformed. An unknown scheme is well-formed (respond 416). */
export const parseUri = (text: string): Uri | undefined => {
  const colon = text.indexOf(":");
  if (colon < 1) return undefined;
  const scheme = text.slice(0, colon).toLowerCase();
  if (scheme === "sip" || scheme === "sips") return parseSipUri(text, colon + 1, scheme);
  if (scheme === "tel") return parseTelUri(text, colon + 1);
  return SCHEME.test(scheme) && ABSOLUTE.test(text) ? { kind: "other", scheme, text } : undefined;
};

const SCHEME = /^[a-z][a-z0-9+.-]*$/;
const ABSOLUTE = /^[\w!#$%&'()*+,./:;=?@[\]~-]+$/;

const parseSipUri = (text: string, start: number, scheme: "sip" | "sips"): SipUri | undefined => {
  const userinfo = readUserinfo(text, start);
  if (userinfo === undefined) return undefined;
  const hostEnd = skipHost(text, userinfo.end);
  if (hostEnd === -1) return undefined;
  let at = hostEnd;
  let port: number | undefined;
  if (text.charCodeAt(at) === 58) {
    const portEnd = skipClass(text, at + 1, DIGIT);
    port = parseDigits(text.slice(at + 1, portEnd), 65_535);
    if (port === undefined) return undefined;
    at = portEnd;
  }
  const question = text.indexOf("?", at);
  const paramsEnd = question === -1 ? text.length : question;
  const params = readPairs({ text, start: at, end: paramsEnd, separator: ";", bit: URI_PARAM });
  const headers =
    question === -1
      ? NO_PARAMS
      : readPairs({
          text: `&${text.slice(question + 1)}`,
          start: 0,
          end: text.length - question,
          separator: "&",
          bit: URI_HEADER,
        });
  if (params === undefined || headers === undefined) return undefined;
  const host = text.slice(userinfo.end, hostEnd).toLowerCase();
  return { kind: "sip", scheme, user: userinfo.user, password: userinfo.password, host, port, params, headers };
};

interface Userinfo {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly end: number;
}

const readUserinfo = (text: string, start: number): Userinfo | undefined => {
  const at = text.indexOf("@", start);
  if (at === -1) return { user: undefined, password: undefined, end: start };
  const userEnd = skipEscaped(text, start, USER, at);
  if (userEnd === start) return undefined;
  const user = unescapeUri(text.slice(start, userEnd));
  if (userEnd === at) return { user, password: undefined, end: at + 1 };
  if (text.charCodeAt(userEnd) !== 58 || skipEscaped(text, userEnd + 1, PASSWORD, at) !== at) return undefined;
  return { user, password: unescapeUri(text.slice(userEnd + 1, at)), end: at + 1 };
};

/** Index after the host that starts at `start`, or -1. */
export const skipHost = (text: string, start: number): number => {
  if (text.charCodeAt(start) === 91) {
    const close = text.indexOf("]", start);
    return close !== -1 && IPV6.test(text.slice(start + 1, close)) ? close + 1 : -1;
  }
  const end = skipClass(text, start, HOST);
  if (end === start) return -1;
  const first = text.charCodeAt(start);
  if (first === 46 || first === 45) return -1;
  const dots = text.indexOf("..", start);
  return dots !== -1 && dots < end ? -1 : end;
};

const IPV6 = /^(?=.*:.*:)[0-9a-f:.]{2,45}$/i;

interface PairsToRead {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly separator: ";" | "&";
  readonly bit: number;
}

const readPairs = ({ text, start, end, separator, bit }: PairsToRead): Params | undefined => {
  if (start === end) return NO_PARAMS;
  const pairs = new Map<string, string>();
  let at = start;
  while (at < end) {
    if (text[at] !== separator) return undefined;
    const nameEnd = skipEscaped(text, at + 1, bit, end);
    if (nameEnd === at + 1) return undefined;
    const name = unescapeUri(text.slice(at + 1, nameEnd)).toLowerCase();
    at = nameEnd;
    let value = "";
    if (text.charCodeAt(at) === 61 && at < end) {
      const valueEnd = skipEscaped(text, at + 1, bit, end);
      value = unescapeUri(text.slice(at + 1, valueEnd));
      at = valueEnd;
      // A header of a URI may be empty, a parameter must not (RFC 3261 §25.1, hvalue and pvalue).
      if (value === "" && separator === ";") return undefined;
    }
    if (pairs.has(name) && separator === ";") return undefined;
    pairs.set(name, value);
  }
  return pairs;
};

const TEL_NUMBER = /^(?:\+[0-9().-]*[0-9][0-9().-]*|[0-9A-Fa-f*#().-]*[0-9A-Fa-f*#][0-9A-Fa-f*#().-]*)$/;

const parseTelUri = (text: string, start: number): TelUri | undefined => {
  const semicolon = text.indexOf(";", start);
  const end = semicolon === -1 ? text.length : semicolon;
  const number = text.slice(start, end);
  if (!TEL_NUMBER.test(number)) return undefined;
  const params = readPairs({ text, start: end, end: text.length, separator: ";", bit: URI_PARAM });
  return params === undefined ? undefined : { kind: "tel", scheme: "tel", number, params };
};

const writePairs = (pairs: Params, separators: readonly [string, string], bit: number): string => {
  let out = "";
  for (const [name, value] of pairs) {
    out += `${out === "" ? separators[0] : separators[1]}${escapeUri(name, bit)}`;
    if (value !== "" || separators[1] === "&") out += `=${escapeUri(value, bit)}`;
  }
  return out;
};

/** The URI as text, escaped where necessary. */
export const serializeUri = (uri: Uri): string => {
  switch (uri.kind) {
    case "other":
      return uri.text;
    case "tel":
      return `tel:${uri.number}${writePairs(uri.params, [";", ";"], URI_PARAM)}`;
    case "sip": {
      const password = uri.password === undefined ? "" : `:${escapeUri(uri.password, PASSWORD)}`;
      const user = uri.user === undefined ? "" : `${escapeUri(uri.user, USER)}${password}@`;
      const port = uri.port === undefined ? "" : `:${uri.port}`;
      const params = uri.params.size === 0 ? "" : writePairs(uri.params, [";", ";"], URI_PARAM);
      const headers = uri.headers.size === 0 ? "" : writePairs(uri.headers, ["?", "&"], URI_HEADER);
      return `${uri.scheme}:${user}${uri.host}${port}${params}${headers}`;
    }
  }
};

/** A `sip:` URI of a user at a host. */
export const sipUri = (
  user: string | undefined,
  host: string,
  options: { readonly port?: number; readonly params?: Params } = {},
): SipUri => ({
  kind: "sip",
  scheme: "sip",
  user,
  password: undefined,
  host: host.toLowerCase(),
  port: options.port,
  params: options.params ?? NO_PARAMS,
  headers: NO_PARAMS,
});

// These must be in both URIs or in neither, RFC 3261 §19.1.4.
const MATCHED_WHEN_ABSENT = ["user", "ttl", "method", "maddr", "transport"];

const sameParams = (a: Params, b: Params): boolean => {
  for (const [name, value] of a) {
    const other = b.get(name);
    if (other !== undefined && other.toLowerCase() !== value.toLowerCase()) return false;
  }
  return MATCHED_WHEN_ABSENT.every((name) => a.has(name) === b.has(name));
};

const sameHeaders = (a: Params, b: Params): boolean =>
  a.size === b.size && [...a].every(([name, value]) => b.get(name) === value);

/** Whether two URIs are equal by RFC 3261 §19.1.4 (sip, sips) or RFC 3966 §4 (tel). */
export const sameUri = (a: Uri, b: Uri): boolean => {
  if (a.kind === "sip" && b.kind === "sip") {
    const sameAddress = a.scheme === b.scheme && a.user === b.user && a.password === b.password;
    return (
      sameAddress &&
      a.host === b.host &&
      a.port === b.port &&
      sameParams(a.params, b.params) &&
      sameHeaders(a.headers, b.headers)
    );
  }
  if (a.kind === "tel" && b.kind === "tel") return telDigits(a) === telDigits(b) && sameHeaders(a.params, b.params);
  return a.kind === "other" && b.kind === "other" && a.text === b.text;
};

const telDigits = (uri: TelUri): string => uri.number.replace(/[().-]/g, "").toLowerCase();
