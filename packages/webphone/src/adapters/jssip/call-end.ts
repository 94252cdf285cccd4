/** JsSIP's word on how a call ended, as ours. */
import type { EndEvent } from "jssip/lib/RTCSession";
import type { CallEnd } from "../../ports/user-agent.port.ts";
import { plainText } from "./caller.ts";

const MEDIA_CAUSES = ["RTP Timeout", "WebRTC Error", "Bad Media Description", "Incompatible SDP", "Missing SDP"];

/** `asked`: this side asked for the end; JsSIP calls its own timeouts local too. */
export function callEnd({ originator, message, cause }: EndEvent, asked: "asked" | "unasked"): CallEnd {
  const statusCode = message && "status_code" in message ? message.status_code : undefined;
  const reason = message?.getHeader("Reason") ?? "";
  const remote = `${originator}` === "remote";
  return {
    by: remote ? "remote" : asked === "asked" ? "local" : "system",
    fault: remote ? "none" : MEDIA_CAUSES.includes(cause) ? "media" : "other",
    statusCode,
    reasonCause: reasonCause(reason, "SIP"),
    q850Cause: reasonCause(reason, "Q\\.850"),
    warning: statusCode === undefined ? undefined : warningText(message?.getHeader("Warning") ?? ""),
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

/** RFC 3326, `protocol` as a pattern: `SIP;cause=200;text="Call completed elsewhere"`. */
function reasonCause(header: string, protocol: string): number | undefined {
  const cause = new RegExp(`(?:^|,)\\s*${protocol}\\s*;[^,]*?\\bcause\\s*=\\s*(\\d{1,3})\\b`, "i").exec(header)?.[1];
  return cause === undefined ? undefined : Number(cause);
}
