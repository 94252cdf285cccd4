/** The order in which numbers to dial are offered (SOFT-3, SOFT-27). */
import type { PhoneNumber, Presence } from "@callpanel/contract";
import { kindOf } from "../softphone.api.ts";

const KIND_ORDER = { person: 0, place: 1, parking: 2, featureCode: 3 } as const;

/** First the number that was typed, then people, places and lots, last feature codes; each kind in search order. */
export function rankMatches(found: readonly PhoneNumber[], text: string): readonly PhoneNumber[] {
  const rank = (entry: PhoneNumber) => (entry.phoneNumber === text ? -1 : KIND_ORDER[kindOf(entry)]);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

export interface Standing {
  /** Extensions of the person's favorites, in their order. */
  readonly favorites: readonly string[];
  /** Numbers of the last calls, the newest first. */
  readonly recent: readonly string[];
  presenceOf(number: string): Presence | undefined;
}

/**
 * The suggestions before anything is typed: favorites, then the last called, then free colleagues, then places, and at the
 * end people who cannot talk now. Each person once, by one number: a colleague by the extension, not by a direct number too.
 */
export function suggestTargets(
  all: readonly PhoneNumber[],
  { favorites, recent, presenceOf }: Standing,
): readonly PhoneNumber[] {
  const usual = all.filter((entry) => kindOf(entry) !== "featureCode" && entry.label !== "direct");
  const placeIn = (list: readonly string[], { phoneNumber }: PhoneNumber, from: number) => {
    const at = list.indexOf(phoneNumber);
    return at < 0 ? undefined : from + at / (list.length + 1);
  };
  const rank = (entry: PhoneNumber): number => {
    // The presence of places and contacts is unknown: their numbers are not phones of this system.
    if (entry.label === "extension" && isAway(presenceOf(entry.phoneNumber))) return 4;
    return placeIn(favorites, entry, 0) ?? placeIn(recent, entry, 1) ?? (kindOf(entry) === "person" ? 2 : 3);
  };
  return usual.toSorted((a, b) => rank(a) - rank(b));
}

/** People who would not answer now. */
const isAway = (presence: Presence | undefined): boolean =>
  presence !== undefined && presence !== "online" && presence !== "unknown";
