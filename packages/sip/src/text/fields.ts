import { isClass, parseDigits, TOKEN } from "./chars.ts";
import { MAX_DELTA_SECONDS, MAX_MAX_FORWARDS } from "./limits.ts";
import { header, headers } from "./message.ts";
import type { HeaderField, SipMessage, SipRequest } from "./message.ts";
import { parseNameAddr, parseNameAddrList, serializeNameAddr } from "./name-addr.ts";
import type { NameAddr } from "./name-addr.ts";
import { readParams } from "./params.ts";
import type { Cursor, Params } from "./params.ts";

/** The Contact values; "*" when the field is the star of RFC 3261 §10.2.2; empty without a Contact. */
export const contacts = (message: SipMessage): readonly NameAddr[] | "*" => {
  const values = headers(message, "Contact");
  return values.includes("*") ? "*" : values.flatMap((value) => parseNameAddrList(value) ?? []);
};

/** The first Contact, or undefined without a Contact or when it is "*". */
export const contact = (message: SipMessage): NameAddr | undefined => {
  const all = contacts(message);
  return all === "*" ? undefined : all[0];
};

/** The values of Route, Record-Route, Path or another list of addresses, in order. */
export const addressList = (message: SipMessage, name: string): readonly NameAddr[] =>
  headers(message, name).flatMap((value) => parseNameAddrList(value) ?? []);

/** All values of a list field over all its lines, split at commas outside quotes and brackets. */
export const listValues = (message: SipMessage, name: string): readonly string[] =>
  headers(message, name).flatMap((value) => splitList(value));

/** Splits at commas outside quotes and angle brackets; empty parts are dropped. */
export const splitList = (value: string): readonly string[] => {
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  let bracketed = false;
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at];
    if (quoted && char === "\\") at += 1;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "<") bracketed = true;
    else if (char === ">") bracketed = false;
    else if (char === "," && !bracketed) {
      parts.push(value.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(value.slice(from).trim());
  return parts.filter((part) => part !== "");
};

/** Max-Forwards; the default of 70 when a request has none. */
export const maxForwards = (request: SipRequest): number =>
  parseDigits(header(request, "Max-Forwards") ?? "", MAX_MAX_FORWARDS) ?? 70;

/** A delta-seconds value as a number, at most 2^32 - 1 (RFC 3261 §20.19); undefined when malformed. */
export const parseSeconds = (value: string): number | undefined => {
  const seconds = parseDigits(value, Number.MAX_VALUE);
  return seconds === undefined ? undefined : Math.min(seconds, MAX_DELTA_SECONDS);
};

/** The Expires field in seconds, or undefined. */
export const expires = (message: SipMessage): number | undefined => {
  const value = header(message, "Expires");
  return value === undefined ? undefined : parseSeconds(value);
};

/**
 * The lifetime that a REGISTER requests for one contact: its `expires` parameter, otherwise the Expires field,
 * otherwise undefined.
 */
export const contactExpires = (message: SipMessage, value: NameAddr): number | undefined => {
  const own = value.params.get("expires");
  return (own === undefined ? undefined : parseSeconds(own)) ?? expires(message);
};

/** A token with parameters, as in Event, Subscription-State, Content-Type, Content-Disposition and Reason. */
export interface TokenWithParams {
  /** Lower case. */
  readonly value: string;
  readonly params: Params;
}

/** Reads `token *(;param)`, where the token may also be a media type; undefined when malformed. */
export const parseTokenWithParams = (text: string): TokenWithParams | undefined => {
  let end = 0;
  while (end < text.length && (isClass(text.charCodeAt(end), TOKEN) || text.charCodeAt(end) === 47)) end += 1;
  const cursor: Cursor = { text, at: end };
  const params = readParams(cursor);
  if (end === 0 || params === undefined || cursor.at !== text.length) return undefined;
  return { value: text.slice(0, end).toLowerCase(), params };
};

/** The event package of SUBSCRIBE, NOTIFY and PUBLISH (RFC 6665 §8.2.1), or undefined. */
export const event = (message: SipMessage): TokenWithParams | undefined =>
  parseTokenWithParams(header(message, "Event") ?? "");

/** The media type of the body, lower case and without parameters; "" without Content-Type. */
export const contentType = (message: SipMessage): string =>
  (header(message, "Content-Type") ?? "").split(";", 1)[0]?.replace(/[ \t]/g, "").toLowerCase() ?? "";

/**
 * The target of a REFER (RFC 3515 §2.1); the headers of its URI may have an escaped Replaces. Undefined without
 * Refer-To.
 */
export const referTo = (request: SipRequest): NameAddr | undefined => parseNameAddr(header(request, "Refer-To") ?? "");

/** A Contact field with one address. */
export const contactField = (value: NameAddr): HeaderField => ["Contact", serializeNameAddr(value)];
