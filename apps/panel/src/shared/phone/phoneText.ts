import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { CALLING_CODES } from "./country.ts";
import type { Country } from "./country.ts";

/** Formats a stored number: national format in the own country, else international with `+`. Other text stays unchanged. */
export function phoneText(stored: string, home: Country): string {
  const parsed = parsePhoneNumberFromString(stored, home);
  if (!parsed?.isPossible()) return stored;
  return parsed.countryCallingCode === CALLING_CODES[home] ? parsed.formatNational() : parsed.formatInternational();
}
