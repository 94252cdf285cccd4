import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { CALLING_CODES } from "./country.ts";
import type { Country } from "./country.ts";

/** Lists show the same numbers again and again, and parsing one takes longer than rendering its row. */
const MOST_KEPT = 1_000;
const kept = new Map<string, string>();

/** Formats a stored number: national format in the own country, else international with `+`. Other text stays unchanged. */
export function phoneText(stored: string, home: Country): string {
  const key = `${home} ${stored}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const text = format(stored, home);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, text);
  return text;
}

function format(stored: string, home: Country): string {
  const parsed = parsePhoneNumberFromString(stored, home);
  if (!parsed?.isPossible()) return stored;
  return parsed.countryCallingCode === CALLING_CODES[home] ? parsed.formatNational() : parsed.formatInternational();
}
