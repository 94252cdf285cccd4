/** Why a call ended, from what SIP says (RFC 3261 §21, RFC 3326). */
import type { CallEnd } from "../ports/user-agent.port.ts";
import type { EndReason } from "../webphone.ts";
import type { Call } from "./call.ts";
import { isAnswered } from "./call.ts";

const ANSWERED_ELSEWHERE_CAUSE = 200; // Reason: SIP;cause=200;text="Call completed elsewhere"
/** Other texts with the cause 200: the phone rings no longer, but nobody has answered. */
const NOT_ANSWERED = new Set(["call transferred", "call declined"]);
/** ITU-T Q.850, more exact than the status (RFC 6432). */
const CAUSES: Readonly<Record<number, EndReason>> = {
  1: "not-found", // unallocated number
  2: "not-found", // no route to the transit network
  3: "not-found", // no route to the destination
  22: "not-found", // number changed
  28: "not-found", // invalid number format
  17: "busy",
  18: "no-answer", // no user responding
  19: "no-answer", // the user was alerted and did not answer
  20: "unavailable", // subscriber absent
  27: "unavailable", // destination out of order
  21: "rejected",
  34: "congested", // no circuit available
  38: "congested", // network out of order
  41: "congested", // temporary failure
  42: "congested", // congestion of switching equipment
  44: "congested", // the requested circuit is not available
  47: "congested", // resource unavailable
};

export function endReason(call: Call, end: CallEnd): EndReason {
  if (end.by === "local") return "hangup";
  if (end.by === "system" && call.way !== "there") return lossOf(call);
  if (end.by === "system") return end.fault === "media" ? "media" : "failed";
  if (isAnswered(call)) return isNotHadBack(call, end) ? lossOf(call) : endOfAnswered(call, end);
  if (call.direction === "in") return endOfRinging(end);
  if (end.statusCode === undefined) return "remote";
  return CAUSES[end.q850Cause ?? 0] ?? reasonOfStatus(end.statusCode);
}

function endOfRinging({ reasonCause, reasonText = "" }: CallEnd): EndReason {
  if (reasonCause !== ANSWERED_ELSEWHERE_CAUSE) return "canceled";
  return NOT_ANSWERED.has(reasonText.toLowerCase()) ? "handled-elsewhere" : "answered-elsewhere";
}

/** A BYE may name a failure (RFC 3326): the phone system ended the call, no person hung up. With `408`, `480` and `5xx` alone the connection has failed. */
function endOfAnswered(call: Call, { reasonCause, q850Cause }: CallEnd): EndReason {
  if (reasonCause === undefined || reasonCause < 300) return "remote";
  if (call.way !== "there") return lossOf(call);
  const named = CAUSES[q850Cause ?? 0];
  if (named !== undefined) return named;
  return NOT_TAKEN.has(reasonCause) ? reasonOfStatus(reasonCause) : lossOf(call);
}

/** The call reached no other person: busy, rejected, not found. */
const NOT_TAKEN: ReadonlySet<number> = new Set([403, 404, 486, 600, 603, 604]);

/** The phone system refused to give a call of an earlier page back: it has ended meanwhile. */
const isNotHadBack = (call: Call, { statusCode }: CallEnd): boolean => call.way !== "there" && statusCode !== undefined;

/** Of a call that was given up. */
export const lossOf = (call: Call): EndReason => (call.way === "unreachable" ? "unreachable" : "lost");

/** The final response to an outgoing call. */
export function reasonOfStatus(statusCode: number): EndReason {
  switch (statusCode) {
    case 486: // Busy Here
    case 600: // Busy Everywhere
      return "busy";
    case 408: // Request Timeout: it rang and nobody answered
      return "no-answer";
    case 480: // Temporarily Unavailable
    case 410: // Gone
    case 430: // Flow Failed
      return "unavailable";
    case 403: // Forbidden
    case 603: // Decline
      return "rejected";
    case 404: // Not Found
    case 484: // Address Incomplete
    case 604: // Does Not Exist Anywhere
      return "not-found";
    case 487: // Request Terminated
      return "canceled";
    case 415: // Unsupported Media Type
    case 488: // Not Acceptable Here
    case 606: // Not Acceptable
      return "media";
    default:
      return "failed";
  }
}
