import { reasonOf, type HeaderField, type ResponseParts } from "@callpanel/sip";
import type { LegReason } from "./leg.model.ts";

/** Retry-After in seconds when the system is full. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The header fields of a refusal: a Warning (RFC 3261 §20.43) if the text says more than the status, a Reason for its
 * cause.
 */
export function refusalParts({ status, text, q850Cause }: LegReason, realm: string): ResponseParts {
  const headers: HeaderField[] = [];
  if (text !== reasonOf(status)) headers.push(["Warning", `399 ${realm} "${text}"`]);
  if (q850Cause !== undefined) headers.push(["Reason", `Q.850;cause=${q850Cause};text="${text}"`]);
  if (status === 503) headers.push(["Retry-After", String(RETRY_AFTER_SECONDS)]);
  return { headers };
}
