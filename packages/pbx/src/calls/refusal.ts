/** Statuses a caller may be given when a call does not come about, and what they mean for the record. */
import type { Disposition } from "@callpanel/phone-port";
import type { LegReason } from "./leg.model.ts";

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

/** For a caller on somebody's blacklist, who is not told more than that nobody wants the call. */
export const BLOCKED: LegReason = { status: 603, text: "Decline", recordedAs: "blocked" };

/** For a caller to somebody who does not want to be disturbed. */
export const DO_NOT_DISTURB: LegReason = { status: 486, text: "Do not disturb" };

/**
 * The status a caller is given for one that a callee gave: what says something about the callee passes, all else is the
 * callee's own affair and becomes 480 (408 included: it would make the caller's phone try again) or 500.
 */
export function refusalOf(status: number): LegReason {
  const passed =
    TEXTS.has(status) && status !== 487 && status !== 403 ? status : status >= 500 && status < 600 ? 500 : 480;
  return { status: passed, text: TEXTS.get(passed) ?? "Call failed" };
}

// RFC 3261 §16.7 step 6 chooses the lowest class; within 4xx the one that tells the caller most goes first.
const TELLING = [486, 480, 488, 404];

/** The one answer that stands for those of all the callee's phones. */
export function bestRefusal(statuses: readonly number[]): number {
  const global = statuses.find((status) => status >= 600);
  if (global !== undefined) return global;
  const telling = TELLING.find((status) => statuses.includes(status));
  if (telling !== undefined) return telling;
  return statuses.length === 0 ? 480 : Math.min(...statuses);
}

export function dispositionOf(status: number): Disposition {
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
