import { AppError, DEFAULT_FEATURE_CODES, stripNumber } from "@callpanel/contract";
import { looksOutside, mayForwardToCode, type OutsideRight } from "@callpanel/phone-port";
import type { DialTarget } from "../directory/index.ts";
import type { CallHandling } from "./call-handling.model.ts";

/** Whose calls are to be sent where, and what is known of the numbers of their realm. */
export interface Sending {
  readonly userId: number;
  readonly number: string;
  /** What a number of the realm leads to. */
  readonly find: (number: string) => DialTarget | undefined;
  readonly handlingOf: (userId: number) => CallHandling;
  readonly isEmergency: (number: string) => boolean;
  /** Of the person whose calls they are. */
  readonly outsideRight: (userId: number, number: string) => OutsideRight;
}

/**
 * HANDLE-5: where a forward or follow-me may send calls, by the rules of a dialled number.
 * @throws AppError settings.destination.…
 */
export function checkDestination({ userId, number, find, handlingOf, isEmergency, outsideRight }: Sending): void {
  const stripped = stripNumber(number);
  if (/^[*#]/.test(stripped)) return checkCode(number, stripped, find);
  if (isEmergency(stripped)) throw new AppError("settings.destination.emergency", { number });
  const target = find(stripped);
  if (target === undefined) {
    if (!looksOutside(stripped)) throw new AppError("settings.destination.unknown", { number });
    const right = outsideRight(userId, stripped);
    // TOLL-5
    if (!right.may) throw new AppError(`settings.destination.outside.${right.numberClass}`, { number });
    return;
  }
  // Whoever is sent to a lot or a slot has nobody who parked them.
  if (target.kind === "lot" || target.kind === "slot") throw new AppError("settings.destination.unknown", { number });
  if (target.kind !== "user") return;
  if (target.userId === userId) throw new AppError("settings.destination.self");
  // HANDLE-6: along the forwards of those it would come to.
  const seen = new Set([target.userId]);
  let next: DialTarget | undefined = target;
  while (next?.kind === "user") {
    const { forward } = handlingOf(next.userId);
    next = forward.enabled && forward.number !== "" ? find(forward.number) : undefined;
    if (next?.kind !== "user" || seen.has(next.userId)) return;
    if (next.userId === userId) throw new AppError("settings.destination.loop", { number });
    seen.add(next.userId);
  }
}

/** HANDLE-5: codes that only play something to the caller, and mailboxes that are there. */
function checkCode(number: string, code: string, find: Sending["find"]): void {
  const allowed = mayForwardToCode(code, DEFAULT_FEATURE_CODES);
  if (allowed === undefined) throw new AppError("settings.destination.feature", { number });
  if (allowed.target !== "" && find(allowed.target)?.kind !== "user")
    throw new AppError("settings.destination.unknown", { number });
}
