/** Statuses for a caller when a call fails, and what they mean for the record. */
import type { Disposition } from "@callpanel/phone-port";
import type { LegReason } from "./leg.model.ts";
import { dispositionOfCause } from "./q850.ts";

const TEXTS: ReadonlyMap<number, string> = new Map([
  [403, "Forbidden"],
  [404, "Not Found"],
  [480, "Temporarily Unavailable"],
  [486, "Busy Here"],
  [487, "Request Terminated"],
  [488, "Not Acceptable Here"],
  [500, "Server Internal Error"],
  [503, "Service Unavailable"],
  [600, "Busy Everywhere"],
  [603, "Decline"],
]);

/** For a caller on a person's blacklist: it must look like any declined call. */
export const BLOCKED: LegReason = { status: 603, text: "Decline", recordedAs: "blocked" };

/** For a caller to a person with do not disturb. */
export const DO_NOT_DISTURB: LegReason = { status: 486, text: "Do not disturb" };

/** The person has refused, not their phone failed. */
export const isByHand = (status: number): boolean => BY_HAND.has(status);
const BY_HAND: ReadonlySet<number> = new Set([486, 600, 603]);

/**
 * The status for the caller when a callee refuses. A status about the callee is passed on. All others concern only the
 * callee's side and become 480 (also 408, which would make the caller's phone try again) or 500.
 */
export function refusalOf(status: number): LegReason {
  const passed =
    TEXTS.has(status) && status !== 487 && status !== 403 ? status : status >= 500 && status < 600 ? 500 : 480;
  return { status: passed, text: TEXTS.get(passed) ?? "Call failed" };
}

// RFC 3261 §16.7 step 6 chooses the lowest class; within 4xx the most informative status goes first.
const TELLING = [486, 480, 488, 404];

/** The one status that represents the responses of all the callee's phones. */
export function bestRefusal(statuses: readonly number[]): number {
  const global = statuses.find((status) => status >= 600);
  if (global !== undefined) return global;
  const telling = TELLING.find((status) => statuses.includes(status));
  if (telling !== undefined) return telling;
  return statuses.length === 0 ? 480 : Math.min(...statuses);
}

/** The cause of the telephone network is more exact than the status. */
export function dispositionOf({ status, q850Cause }: Pick<LegReason, "status" | "q850Cause">): Disposition {
  return dispositionOfCause(q850Cause) ?? dispositionOfStatus(status);
}

function dispositionOfStatus(status: number): Disposition {
  switch (status) {
    case 404:
      return "notFound";
    case 480:
      return "unavailable";
    case 486:
    case 600:
      return "busy";
    case 487:
      return "cancelled";
    case 603:
      return "rejected";
    default:
      return "failed";
  }
}
