/** The order in which numbers to dial are offered (SOFT-3). */
import type { PhoneNumber } from "@callpanel/contract";
import { kindOf } from "../softphone.api.ts";

const KIND_ORDER = { person: 0, place: 1, parking: 2, featureCode: 3 } as const;

/** First the number that was typed, then people, places and lots, last feature codes; each kind in search order. */
export function rankMatches(found: readonly PhoneNumber[], text: string): readonly PhoneNumber[] {
  const rank = (entry: PhoneNumber) => (entry.phoneNumber === text ? -1 : KIND_ORDER[kindOf(entry)]);
  return found.toSorted((a, b) => rank(a) - rank(b));
}
