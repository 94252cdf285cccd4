import { CONTACT_MIN_PHONE_CHARS, DEFAULT_COUNTRY } from "@callpanel/contract";
import type { PanelErrorCode } from "@callpanel/contract";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { PhoneNumber } from "libphonenumber-js/min";
import { CALLING_CODES, isCountry } from "../../../shared/phone/country.ts";
import type { Country } from "../../../shared/phone/country.ts";

/** ADDRESS-3: at least nine characters besides separators, and a number that one of the three countries can have. */
export function phoneError(text: string, country: Country): PanelErrorCode | undefined {
  const bare = text.replace(/[\s().\-/]/gu, "");
  if (bare === "") return "contacts.field.required";
  if (bare.length < CONTACT_MIN_PHONE_CHARS) return "contacts.field.phone";
  const parsed = /^\+?\d+$/u.test(bare) ? parsePhoneNumberFromString(bare, country) : undefined;
  return parsed?.isPossible() && countryOf(parsed, country) !== null ? undefined : "contacts.field.country";
}

/** `+15145550142`; a number that cannot be parsed stays as typed. */
export const internationalOf = (text: string, country: Country): string =>
  parsePhoneNumberFromString(text, country)?.number ?? text.trim();

/** A stored number as the form shows it: its country, and its usual notation there. */
export function shownPhone(stored: string, home: Country): { readonly country: Country; readonly number: string } {
  const parsed = parsePhoneNumberFromString(stored, home);
  const country = parsed?.isPossible() ? countryOf(parsed, home) : null;
  return parsed && country ? { country, number: parsed.formatNational() } : { country: home, number: stored };
}

/** The country of a number typed with `+`; null if it is not one of the supported countries. */
export function countryTyped(text: string): Country | null {
  const country = text.trim().startsWith("+") ? parsePhoneNumberFromString(text)?.country : undefined;
  return isCountry(country) ? country : null;
}

/** Islands share +1 and +61; a number without a place (toll-free) counts as of the line's country. */
function countryOf({ country, countryCallingCode }: PhoneNumber, line: Country): Country | null {
  if (isCountry(country)) return country;
  if (country !== undefined) return null;
  if (CALLING_CODES[line] === countryCallingCode) return line;
  return countryCallingCode === "1" ? DEFAULT_COUNTRY : countryCallingCode === "61" ? "AU" : null;
}
