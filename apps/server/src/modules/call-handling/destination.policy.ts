import { AppError, stripNumber } from "@callpanel/contract";
import { looksOutside } from "@callpanel/pbx";
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
}

/**
 * HANDLE-5: where a forward or follow-me may send calls, by the rules of a dialled number.
 * @throws AppError settings.destination.…
 */
export function checkDestination({ userId, number, find, handlingOf, isEmergency }: Sending): void {
  const stripped = stripNumber(number);
  if (/^[*#]/.test(stripped)) throw new AppError("settings.destination.feature", { number });
  if (isEmergency(stripped)) throw new AppError("settings.destination.emergency", { number });
  const target = find(stripped);
  if (target === undefined) {
    if (looksOutside(stripped)) return;
    throw new AppError("settings.destination.unknown", { number });
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
