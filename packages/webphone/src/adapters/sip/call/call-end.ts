/** How a call ended, from what SIP says of it. */
import type { SipMessage } from "@callpanel/sip";
import type { CallEnd } from "../../../ports/user-agent.port.ts";
import { plainText } from "./caller.ts";
import { headersOf } from "./headers.ts";

/** What neither side asked for. */
export const systemEnd = (cause: string, fault: "media" | "other" = "other"): CallEnd => ({
  by: "system",
  fault,
  statusCode: undefined,
  reasonCause: undefined,
  cause,
});

export const localEnd = (cause: string): CallEnd => ({ ...systemEnd(cause), by: "local" });

/** A refusal, a CANCEL or a BYE. */
export function remoteEnd(message: SipMessage, cause: string): CallEnd {
  const headers = headersOf(message);
  const reason = headers.getHeader("Reason") ?? "";
  const statusCode = message.kind === "response" ? message.status : undefined;
  return {
    by: "remote",
    fault: "none",
    statusCode,
    reasonCause: reasonCause(reason, "SIP"),
    reasonText: reasonText(reason),
    q850Cause: reasonCause(reason, "Q\\.850"),
    warning: statusCode === undefined ? undefined : warningText(headers.getHeader("Warning") ?? ""),
    cause,
  };
}

/** A sentence; more could not be read while it is shown. */
const WARNING_CHARS = 120;

/** PHONE-117, the first of possibly several: `399 realm "No outside line"`. */
function warningText(header: string): string | undefined {
  const quoted = /^\s*\d{3}\s+\S+\s+"((?:[^"\\]|\\.)*)"/.exec(header)?.[1];
  return quoted === undefined ? undefined : plainText(quoted.replace(/\\(.)/g, "$1"), WARNING_CHARS) || undefined;
}

/** The text of SIP, of possibly several protocols. */
function reasonText(header: string): string | undefined {
  return /(?:^|,)\s*SIP\s*;[^,]*?\btext\s*=\s*"([^"]*)"/i.exec(header)?.[1];
}

/** RFC 3326, `protocol` as a pattern: `SIP;cause=200;text="Call completed elsewhere"`. */
function reasonCause(header: string, protocol: string): number | undefined {
  const cause = new RegExp(`(?:^|,)\\s*${protocol}\\s*;[^,]*?\\bcause\\s*=\\s*(\\d{1,3})\\b`, "i").exec(header)?.[1];
  return cause === undefined ? undefined : Number(cause);
}
