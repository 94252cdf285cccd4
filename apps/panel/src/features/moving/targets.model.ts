/** Which destinations `Move to…` offers, and in which order (MOVE-14). Pure. */
import type { ParkingLot, Presence } from "@callpanel/contract";
import type { MoveTarget, Verdict } from "../../shared/phone/moving.ts";

interface Standing {
  verdictOf(target: MoveTarget): Verdict;
  /** Of a colleague's phone; undefined: unknown. */
  presenceOf(number: string): Presence | undefined;
}

/** Free colleagues first, then places, then colleagues who talk or are away, then what is not possible; else as they came. */
export function orderTargets(
  targets: readonly MoveTarget[],
  { verdictOf, presenceOf }: Standing,
): readonly MoveTarget[] {
  const rank = (target: MoveTarget): number => {
    if (verdictOf(target) !== "possible") return 3;
    if (target.kind !== "person") return 1;
    const presence = presenceOf(target.number);
    return presence === undefined || presence === "online" || presence === "unknown" ? 0 : 2;
  };
  return targets.toSorted((a, b) => rank(a) - rank(b));
}

/** Single slots, found by the first digits of their number. */
export function slotsOf(
  lots: readonly ParkingLot[],
  search: string,
  { isTaken, nameOf }: { isTaken(slot: string): boolean; nameOf(slot: string): string },
): readonly MoveTarget[] {
  if (!/^\d+$/.test(search)) return [];
  return lots
    .flatMap(({ slots }) => slots)
    .filter((slot) => slot.startsWith(search))
    .map((number) => ({ kind: "slot", number, name: nameOf(number), isTaken: isTaken(number) }) as const);
}
