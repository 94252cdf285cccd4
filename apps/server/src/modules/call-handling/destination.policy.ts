import { AppError, stripNumber, type FeatureCode } from "@callpanel/contract";
import { looksOutside, mayForwardToCode, type OutsideRight } from "@callpanel/phone-port";
import type { DialTarget } from "../directory/index.ts";
import type { CallHandling } from "./call-handling.model.ts";

/** The owner of the calls, their new destination, and facts about the numbers of the realm. */
export interface Sending {
  readonly userId: number;
  readonly number: string;
  /** Resolves a number of the realm. */
  readonly find: (number: string) => DialTarget | undefined;
  readonly handlingOf: (userId: number) => CallHandling;
  readonly isEmergency: (number: string) => boolean;
  /** Those of the company. */
  readonly featureCodes: readonly FeatureCode[];
  /** Rights of the person who owns the calls. */
  readonly outsideRight: (userId: number, number: string) => OutsideRight;
}

/**
 * HANDLE-5: checks where a forward or follow-me may send calls, by the rules for dialled numbers.
 * @throws AppError settings.destination.…
 */
export function checkDestination(sending: Sending): void {
  const { userId, number, find, handlingOf, isEmergency, outsideRight } = sending;
  const stripped = stripNumber(number);
  if (/^[*#]/.test(stripped)) return checkCode(stripped, sending);
  if (isEmergency(stripped)) throw new AppError("settings.destination.emergency", { number });
  const target = find(stripped);
  if (target === undefined) {
    if (!looksOutside(stripped)) throw new AppError("settings.destination.unknown", { number });
    const right = outsideRight(userId, stripped);
    // TOLL-5
    if (!right.may) throw new AppError(`settings.destination.outside.${right.numberClass}`, { number });
    return;
  }
  // A call sent to a lot or a slot would have no person who parked it.
  if (target.kind === "lot" || target.kind === "slot") throw new AppError("settings.destination.parking", { number });
  if (target.kind !== "user") return;
  if (target.userId === userId) throw new AppError("settings.destination.self");
  // HANDLE-6: follows the forwards of the people on the way.
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

/** HANDLE-5: codes that only play something to the caller, and existing mailboxes. */
function checkCode(code: string, { number, find, featureCodes }: Sending): void {
  const allowed = mayForwardToCode(code, featureCodes);
  if (allowed === undefined) throw new AppError("settings.destination.feature", { number });
  if (allowed.target !== "" && find(allowed.target)?.kind !== "user")
    throw new AppError("settings.destination.unknown", { number });
}
