/** Causes of the telephone network (ITU-T Q.850) in a Reason header (RFC 3326, RFC 6432). */
import { headers, type SipMessage } from "@callpanel/sip";
import type { Disposition } from "@callpanel/phone-port";

export const NO_CIRCUIT = 34;
export const RANG_OUT = 19;
/** Subscriber absent. */
export const NOT_REACHED = 20;

const LARGEST_CAUSE = 127;

const DISPOSITIONS: ReadonlyMap<number, Disposition> = new Map([
  [1, "notFound"], // unallocated number
  [2, "notFound"], // no route to the transit network
  [3, "notFound"], // no route to the destination
  [22, "notFound"], // number changed
  [28, "notFound"], // invalid number format
  [17, "busy"],
  [18, "noAnswer"], // no user responding
  [RANG_OUT, "noAnswer"],
  [NOT_REACHED, "unavailable"],
  [27, "unavailable"], // destination out of order
  [21, "rejected"],
]);

/** What a cause says of the called party; undefined for one that says nothing of it. */
export const dispositionOfCause = (cause: number | undefined): Disposition | undefined =>
  cause === undefined ? undefined : DISPOSITIONS.get(cause);

/** The cause of a refusal: `Q.850;cause=17;text="User busy"`, also beside reasons of other protocols. */
export function q850CauseOf(message: SipMessage): number | undefined {
  for (const value of headers(message, "Reason")) {
    const cause = Number(/(?:^|,)\s*Q\.850\s*;[^,"]*?\bcause\s*=\s*(\d{1,3})\b/i.exec(value)?.[1] ?? 0);
    if (cause >= 1 && cause <= LARGEST_CAUSE) return cause;
  }
  return undefined;
}
