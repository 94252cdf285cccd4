import { contentType, listValues } from "../text/fields.ts";
import { header } from "../text/message.ts";
import type { HeaderField, SipRequest } from "../text/message.ts";

/** What a server understands, for `screenRequest`. */
export interface Supports {
  readonly methods: readonly string[];
  /** Lower case. */
  readonly schemes: readonly string[];
  /** Option tags that may be required. */
  readonly extensions: readonly string[];
  /** Media types of bodies, lower case; methods that are not listed accept any body. */
  readonly contentTypes: Readonly<Record<string, readonly string[]>>;
}

export interface Refusal {
  readonly status: number;
  readonly headers: readonly HeaderField[];
}

/**
 * The checks of RFC 3261 §8.2.1–§8.2.3 that come after authentication: 405 for a method, 416 for a scheme, 420 for a
 * required extension, 415 for a body. Undefined when the request passes. Not for ACK, which never gets a response.
 */
export const screenRequest = (request: SipRequest, supports: Supports): Refusal | undefined => {
  const { method, uri } = request;
  if (!supports.methods.includes(method)) return { status: 405, headers: [["Allow", supports.methods.join(", ")]] };
  if (!supports.schemes.includes(uri.scheme)) return { status: 416, headers: [] };
  const required =
    method === "CANCEL" ? [] : [...listValues(request, "Require"), ...listValues(request, "Proxy-Require")];
  const unknown = required.filter((tag) => !supports.extensions.includes(tag.toLowerCase()));
  if (unknown.length > 0) return { status: 420, headers: unknown.map((tag): HeaderField => ["Unsupported", tag]) };
  return screenBody(request, supports);
};

const screenBody = (request: SipRequest, supports: Supports): Refusal | undefined => {
  const accepted = supports.contentTypes[request.method];
  const empty = request.body === "" && request.binaryBody === undefined;
  if (accepted === undefined || empty || isOptional(request)) return undefined;
  const type = contentType(request);
  const encoding = header(request, "Content-Encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity") return { status: 415, headers: [["Accept-Encoding", "identity"]] };
  return accepted.includes(type) && request.binaryBody === undefined
    ? undefined
    : { status: 415, headers: [["Accept", accepted.join(", ")]] };
};

/** A body marked `handling=optional` may be left unread, RFC 3261 §8.2.3. */
const isOptional = (request: SipRequest): boolean =>
  /;\s*handling\s*=\s*optional/i.test(header(request, "Content-Disposition") ?? "");
