import { canonicalName } from "./header-names.ts";
import { MAX_HEADER_LENGTH } from "./limits.ts";
import { reasonOf } from "./reasons.ts";

/** A message that was refused. A value, never thrown. */
export interface ParseFailure {
  readonly kind: "failure";
  /** What is wrong, in English, for a log line or a Warning; contains nothing of the message except header names. */
  readonly why: string;
  /** The status for the response: 400, 505 or 513. */
  readonly status: number;
  /** The complete response text; undefined when none may be sent (to a response, to an ACK, or without a Via). */
  readonly answer: string | undefined;
}

interface Refused {
  readonly why: string;
  readonly status: number;
  readonly text: string;
}

export const failure = ({ why, status, text }: Refused): ParseFailure => ({
  kind: "failure",
  why,
  status,
  answer: answerTo(text, status),
});

// A longer head is not searched for the fields of a response.
const SALVAGED_CHARACTERS = 16_384;
const COPIED = new Set(["Via", "From", "To", "Call-ID", "CSeq"]);

/** The refusal, with the fields that must be copied unchanged from the request (RFC 3261 §8.2.6.2). */
const answerTo = (text: string, status: number): string | undefined => {
  const trimmed = text.slice(0, SALVAGED_CHARACTERS).replace(/^(?:\r\n)+/, "");
  const [start = "", ...lines] = (trimmed.split("\r\n\r\n", 1)[0] ?? "").replace(/\r\n[ \t]+/g, " ").split("\r\n");
  if (!REQUEST_LINE.test(start) || start.startsWith("ACK ")) return undefined;
  let copied = "";
  const seen = new Set<string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = canonicalName(line.slice(0, Math.max(colon, 0)).trim());
    const value = line.slice(colon + 1).trim();
    if (!COPIED.has(name) || value.length > MAX_HEADER_LENGTH || UNSAFE.test(value)) continue;
    if (name !== "Via" && seen.has(name)) continue;
    seen.add(name);
    copied += `${name}: ${value}${name === "To" && !HAS_TAG.test(value) ? REFUSED_TAG : ""}\r\n`;
  }
  return seen.has("Via") ? `SIP/2.0 ${status} ${reasonOf(status)}\r\n${copied}Content-Length: 0\r\n\r\n` : undefined;
};

const HAS_TAG = /;[ \t]*tag[ \t]*=/i;
// A refusal is sent without state, so the same message must always get the same tag (RFC 3261 §8.2.7).
const REFUSED_TAG = ";tag=refused";
const REQUEST_LINE = /^[A-Za-z0-9.!%*_+`'~-]+ .*SIP\/\d+\.\d+\s*$/i;
// oxlint-disable-next-line no-control-regex -- nothing that could break the line is copied
const UNSAFE = /[\u0000\r\n]/;
