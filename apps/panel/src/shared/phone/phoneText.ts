import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { CALLING_CODES } from "./country.ts";
import type { Country } from "./country.ts";

/** A stored number as people write it: as at home, or with `+` from elsewhere. What is no number of a country stays as it is. */
export function phoneText(stored: string, home: Country): string {
  const parsed = parsePhoneNumberFromString(stored, home);
  if (!parsed?.isPossible()) return stored;
  return parsed.countryCallingCode === CALLING_CODES[home] ? parsed.formatNational() : parsed.formatInternational();
}
