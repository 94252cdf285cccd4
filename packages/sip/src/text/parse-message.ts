import { WORD, isAll, isClass, isToken, skipSpace, trimSpace, DIGIT } from "./chars.ts";
import { failure } from "./parse-failure.ts";
import type { ParseFailure } from "./parse-failure.ts";
import { checkField } from "./check-field.ts";
import { canonicalName } from "./header-names.ts";
import { MAX_CSEQ, MAX_HEADER_COUNT, MAX_HEADER_LENGTH, MAX_MESSAGE_BYTES, MAX_START_LINE_LENGTH } from "./limits.ts";
import type { CSeq, HeaderField, SipMessage } from "./message.ts";
import { parseNameAddr } from "./name-addr.ts";
import type { NameAddr } from "./name-addr.ts";
import { parseUri } from "./uri.ts";
import type { Uri } from "./uri.ts";
import { decodeUtf8, encodeUtf8, utf8Length } from "./utf8.ts";
import { parseViaList } from "./via.ts";
import type { Via } from "./via.ts";

/**
 * Reads one message from one WebSocket frame (RFC 7118 §5). Never throws: an unreadable message is a `ParseFailure`,
 * which says whether and how to respond. A returned message has every field of RFC 3261 §8.1.1 (except Max-Forwards),
 * and every field that this package knows is well-formed.
 */
export const parseMessage = (input: string | Uint8Array): SipMessage | ParseFailure => {
  const tooLarge = typeof input === "string" ? isTooLarge(input) : input.length > MAX_MESSAGE_BYTES;
  const whole = typeof input === "string" ? { text: input, body: undefined } : splitBytes(input);
  if (whole === undefined) return failure({ why: "the head is not UTF-8", status: 400, text: "" });
  if (tooLarge) return failure({ why: "message too large", status: 513, text: whole.text });
  return parseText(whole.text, whole.body);
};

const isTooLarge = (text: string): boolean =>
  text.length > MAX_MESSAGE_BYTES || (text.length * 3 > MAX_MESSAGE_BYTES && utf8Length(text) > MAX_MESSAGE_BYTES);

interface Split {
  readonly text: string;
  /** The bytes after the head when they are not UTF-8. */
  readonly body: Uint8Array | undefined;
}

const splitBytes = (bytes: Uint8Array): Split | undefined => {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { text, body: undefined };
  let at = 0;
  while (
    at + 3 < bytes.length &&
    !(bytes[at] === 13 && bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10)
  )
    at += 1;
  const head = decodeUtf8(bytes, 0, at + 4);
  return head === undefined ? undefined : { text: head, body: bytes.subarray(at + 4) };
};

type StartLine =
  | { readonly kind: "request"; readonly method: string; readonly uri: Uri }
  | { readonly kind: "response"; readonly status: number; readonly reason: string };

const parseText = (text: string, binary: Uint8Array | undefined): SipMessage | ParseFailure => {
  const refuse = (why: string, status = 400): ParseFailure => failure({ why, status, text });
  let at = 0;
  // Empty lines before the start line are skipped, RFC 3261 §7.5.
  while (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10) at += 2;
  const startEnd = text.indexOf("\r\n", at);
  if (startEnd === -1) return refuse("no complete start line");
  const start = parseStartLine(text.slice(at, startEnd));
  if (typeof start === "string") return refuse(start, start === UNKNOWN_VERSION ? 505 : 400);
  const headEnd = text.indexOf("\r\n\r\n", startEnd);
  if (headEnd === -1) return refuse("no empty line after the header");
  const collected = collectFields(text, startEnd + 2, headEnd + 2);
  if (typeof collected === "string") return refuse(collected);
  const core = completeCore(collected);
  if (typeof core === "string") return refuse(core);
  const body = cutBody(text.slice(headEnd + 4), binary, collected.contentLength);
  if (body === undefined) return refuse("Content-Length is larger than the body");
  if (start.kind === "request" && core.cseq.method !== start.method) return refuse("the method of CSeq is another one");
  const { headers } = collected;
  const { via, from, to, callId, cseq } = core;
  // Written out, because spreading the parts costs a third of the time of reading a message.
  const message: SipMessage =
    start.kind === "request"
      ? { kind: "request", method: start.method, uri: start.uri, via, from, to, callId, cseq, headers, body: body.body }
      : {
          kind: "response",
          status: start.status,
          reason: start.reason,
          via,
          from,
          to,
          callId,
          cseq,
          headers,
          body: body.body,
        };
  return body.binaryBody === undefined ? message : { ...message, binaryBody: body.binaryBody };
};

const UNKNOWN_VERSION = "unknown SIP version";
const VERSION = /^SIP\/\d+\.\d+$/i;
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d\d)(?: (.*))?$/i;

const parseStartLine = (line: string): StartLine | string => {
  if (line.length > MAX_START_LINE_LENGTH) return "start line too long";
  if (/^SIP\//i.test(line)) {
    const found = STATUS_LINE.exec(line);
    if (found === null) return "malformed status line";
    return { kind: "response", status: Number(found[1]), reason: found[2] ?? "" };
  }
  const first = line.indexOf(" ");
  const last = line.lastIndexOf(" ");
  const method = line.slice(0, first);
  const version = line.slice(last + 1);
  if (first < 1 || last === first || !isToken(method)) return "malformed request line";
  if (!VERSION.test(version)) return "malformed request line";
  if (version.toUpperCase() !== "SIP/2.0") return UNKNOWN_VERSION;
  const uri = parseUri(line.slice(first + 1, last));
  if (uri === undefined) return "malformed Request-URI";
  if (uri.kind === "sip" && uri.headers.size > 0) return "the Request-URI has headers";
  return { kind: "request", method, uri };
};

interface Collected {
  via: Via[];
  from: NameAddr | undefined;
  to: NameAddr | undefined;
  callId: string | undefined;
  cseq: CSeq | undefined;
  contentLength: number | undefined;
  readonly headers: HeaderField[];
}

const collectFields = (text: string, start: number, end: number): Collected | string => {
  const fields: Collected = {
    via: [],
    from: undefined,
    to: undefined,
    callId: undefined,
    cseq: undefined,
    contentLength: undefined,
    headers: [],
  };
  let at = start;
  let count = 0;
  while (at < end) {
    let lineEnd = text.indexOf("\r\n", at);
    let folded = false;
    while (lineEnd + 2 < end && isSpace(text.charCodeAt(lineEnd + 2))) {
      lineEnd = text.indexOf("\r\n", lineEnd + 2);
      folded = true;
    }
    count += 1;
    if (count > MAX_HEADER_COUNT) return "too many header fields";
    const colon = text.indexOf(":", at);
    if (colon === -1 || colon > lineEnd) return "a header line without a colon";
    const name = trimSpace(text.slice(at, colon));
    if (isSpace(text.charCodeAt(at)) || !isToken(name)) return "malformed header name";
    const raw = text.slice(colon + 1, lineEnd);
    if (raw.length > MAX_HEADER_LENGTH) return "header field too long";
    const value = trimSpace(folded ? raw.replace(/\r\n[ \t]+/g, " ") : raw);
    if (CONTROL.test(value) && !controlsAreEscaped(value)) return `control character in ${name}`;
    const problem = takeField(fields, canonicalName(name), value);
    if (problem !== undefined) return problem;
    at = lineEnd + 2;
  }
  return fields;
};

const isSpace = (code: number): boolean => code === 32 || code === 9;

// oxlint-disable-next-line no-control-regex -- it must find control characters
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** A quoted string may contain control characters, except CR and LF, after a backslash (RFC 3261 §25.1, quoted-pair). */
const controlsAreEscaped = (value: string): boolean => {
  if (LINE_BREAK.test(value)) return false;
  for (let at = 0; at < value.length; at += 1) {
    if (value.charCodeAt(at) === 92) at += 1;
    else if (CONTROL.test(value.charAt(at))) return false;
  }
  return true;
};

const LINE_BREAK = /[\r\n]/;

/** Stores one field; the returned text says what is wrong with it. */
const takeField = (fields: Collected, name: string, value: string): string | undefined => {
  switch (name) {
    case "Via": {
      const via = parseViaList(value);
      if (via === undefined) return "malformed Via";
      for (const each of via) fields.via.push(each);
      return undefined;
    }
    case "From":
      if (fields.from !== undefined) return "more than one From";
      fields.from = parseNameAddr(value);
      return fields.from === undefined ? "malformed From" : undefined;
    case "To":
      if (fields.to !== undefined) return "more than one To";
      fields.to = parseNameAddr(value);
      return fields.to === undefined ? "malformed To" : undefined;
    case "Call-ID":
      if (fields.callId !== undefined) return "more than one Call-ID";
      fields.callId = value;
      return isCallId(value) ? undefined : "malformed Call-ID";
    case "CSeq":
      if (fields.cseq !== undefined) return "more than one CSeq";
      fields.cseq = parseCSeq(value);
      return fields.cseq === undefined ? "malformed CSeq" : undefined;
    case "Content-Length":
      if (fields.contentLength !== undefined) return "more than one Content-Length";
      fields.contentLength = isAll(value, DIGIT) ? Number(value) : undefined;
      return fields.contentLength === undefined ? "malformed Content-Length" : undefined;
    default: {
      const problem = checkField(name, value, fields.headers);
      fields.headers.push([name, value]);
      return problem;
    }
  }
};

const isCallId = (value: string): boolean => {
  const at = value.indexOf("@");
  return at === -1 ? isAll(value, WORD) : isAll(value.slice(0, at), WORD) && isAll(value.slice(at + 1), WORD);
};

/** Reads `1*DIGIT LWS Method`; undefined when malformed or above 2^31 - 1. */
export const parseCSeq = (value: string): CSeq | undefined => {
  let end = 0;
  while (end < value.length && isClass(value.charCodeAt(end), DIGIT)) end += 1;
  const method = value.slice(skipSpace(value, end));
  const number = Number(value.slice(0, end));
  if (end === 0 || method.length + end === value.length || !isToken(method) || number > MAX_CSEQ) return undefined;
  return { number, method };
};

interface Core {
  readonly via: readonly Via[];
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly cseq: CSeq;
}

const completeCore = ({ via, from, to, callId, cseq }: Collected): Core | string => {
  if (via.length === 0) return "no Via";
  if (from === undefined) return "no From";
  if (to === undefined) return "no To";
  if (callId === undefined) return "no Call-ID";
  if (cseq === undefined) return "no CSeq";
  return { via, from, to, callId, cseq };
};

interface Body {
  readonly body: string;
  readonly binaryBody?: Uint8Array;
}

/** Cuts the body to its Content-Length (the rest is dropped, RFC 3261 §18.3); undefined when it is too short. */
const cutBody = (text: string, binary: Uint8Array | undefined, length: number | undefined): Body | undefined => {
  if (binary === undefined) {
    if (length === undefined || length === text.length) {
      if (length === undefined || utf8Length(text) === length) return { body: text };
    }
    const bytes = encodeUtf8(text);
    return bytes.length === length ? { body: text } : cutBytes(bytes, length ?? bytes.length);
  }
  return cutBytes(binary, length ?? binary.length);
};

const cutBytes = (bytes: Uint8Array, length: number): Body | undefined => {
  if (bytes.length < length) return undefined;
  const body = bytes.subarray(0, length);
  const text = decodeUtf8(body);
  return text === undefined ? { body: "", binaryBody: body } : { body: text };
};
