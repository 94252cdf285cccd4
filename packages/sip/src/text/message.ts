import { canonicalName, isSameName } from "./header-names.ts";
import { DEFAULT_MAX_FORWARDS } from "./limits.ts";
import { withParam } from "./params.ts";
import type { NameAddr } from "./name-addr.ts";
import { reasonOf } from "./reasons.ts";
import type { Uri } from "./uri.ts";
import type { Via } from "./via.ts";

/** A header field: its name in the usual spelling and long form, and its value as unfolded text. */
export type HeaderField = readonly [name: string, value: string];

/** The fields that every message has, parsed. They are not repeated in `headers`. */
interface MessageCore {
  /** Topmost first. Empty in a request that was not sent through the stack. */
  readonly via: readonly Via[];
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly cseq: CSeq;
  /** All other fields except Content-Length, in order. Read them with `header`, `headers` and the typed readers. */
  readonly headers: readonly HeaderField[];
  /** "" without a body. */
  readonly body: string;
  /** A body that is not UTF-8; `body` is "" then. */
  readonly binaryBody?: Uint8Array;
}

export interface CSeq {
  readonly number: number;
  readonly method: string;
}

export interface SipRequest extends MessageCore {
  readonly kind: "request";
  readonly method: string;
  readonly uri: Uri;
}

export interface SipResponse extends MessageCore {
  readonly kind: "response";
  readonly status: number;
  readonly reason: string;
}

export type SipMessage = SipRequest | SipResponse;

/** The first value of a field, or undefined. The name in any case, long or compact. */
export const header = (message: SipMessage, name: string): string | undefined => {
  const canonical = canonicalName(name);
  for (const field of message.headers) if (isSameName(field[0], canonical)) return field[1];
  return undefined;
};

/** The values of all fields of a name, in order, each as it was written (not split at commas). */
export const headers = (message: SipMessage, name: string): readonly string[] => {
  const canonical = canonicalName(name);
  const values: string[] = [];
  for (const field of message.headers) if (isSameName(field[0], canonical)) values.push(field[1]);
  return values;
};

/** The tag of the From field. */
export const fromTag = (message: SipMessage): string | undefined => message.from.params.get("tag");

/** The tag of the To field. */
export const toTag = (message: SipMessage): string | undefined => message.to.params.get("tag");

export interface RequestParts {
  readonly method: string;
  readonly uri: Uri;
  /** With its tag. */
  readonly from: NameAddr;
  readonly to: NameAddr;
  readonly callId: string;
  readonly cseq: number;
  readonly maxForwards?: number;
  readonly headers?: readonly HeaderField[];
  /** Needs a Content-Type among the headers. */
  readonly body?: string;
}

/** A request without a Via: the stack puts its own on top when it sends. */
export const createRequest = (parts: RequestParts): SipRequest => ({
  kind: "request",
  method: parts.method,
  uri: parts.uri,
  via: [],
  from: parts.from,
  to: parts.to,
  callId: parts.callId,
  cseq: { number: parts.cseq, method: parts.method },
  headers: [["Max-Forwards", String(parts.maxForwards ?? DEFAULT_MAX_FORWARDS)], ...(parts.headers ?? [])],
  body: parts.body ?? "",
});

/** A request with other Via fields. */
export const withVia = (request: SipRequest, via: readonly Via[]): SipRequest => {
  const { kind, method, uri, from, to, callId, cseq, headers, body, binaryBody } = request;
  // Written out: a spread here would take longer than reading the message.
  const changed = { kind, method, uri, via, from, to, callId, cseq, headers, body };
  return binaryBody === undefined ? changed : { ...changed, binaryBody };
};

export interface ResponseParts {
  /** Default: the usual reason phrase of the status. */
  readonly reason?: string;
  /** Set on To when the request's To has no tag and the status is above 100, RFC 3261 §8.2.6.2. */
  readonly toTag?: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
}

/** The response to a request: Via, From, To, Call-ID, CSeq and (when it creates a dialog) Record-Route are copied. */
export const createResponse = (request: SipRequest, status: number, parts: ResponseParts = {}): SipResponse => {
  const { toTag: tag } = parts;
  const { displayName, uri, params } = request.to;
  // Written out, as above.
  const to =
    tag === undefined || status === 100 || params.has("tag")
      ? request.to
      : { displayName, uri, params: withParam(params, "tag", tag) };
  const routes = status > 100 && status < 300 ? request.headers.filter(([name]) => name === "Record-Route") : [];
  return {
    kind: "response",
    status,
    reason: parts.reason ?? reasonOf(status),
    via: request.via,
    from: request.from,
    to,
    callId: request.callId,
    cseq: request.cseq,
    headers: routes.length === 0 ? (parts.headers ?? []) : [...routes, ...(parts.headers ?? [])],
    body: parts.body ?? "",
  };
};
