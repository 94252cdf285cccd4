import { CONTACT_COUNTRIES, CONTACT_MIN_PHONE_CHARS, DEFAULT_COUNTRY } from "@callpanel/contract";
import type { PanelErrorCode } from "@callpanel/contract";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { PhoneNumber } from "libphonenumber-js/min";

/** Where contacts may have their telephones (spec 2 §9). */
export type Country = (typeof CONTACT_COUNTRIES)[number];

export const isCountry = (code: string | undefined): code is Country =>
  CONTACT_COUNTRIES.some((country) => country === code);

/** The softphone's country where contacts may have numbers of it, else Canada. */
export const homeCountry = (softphoneCountry: string | undefined): Country =>
  isCountry(softphoneCountry) ? softphoneCountry : DEFAULT_COUNTRY;

/** ADDRESS-3: at least nine characters besides separators, and a number that one of the three countries can have. */
export function phoneError(text: string, country: Country): PanelErrorCode | undefined {
  const bare = text.replace(/[\s().\-/]/gu, "");
  if (bare === "") return "contacts.field.required";
  if (bare.length < CONTACT_MIN_PHONE_CHARS) return "contacts.field.phone";
  const parsed = /^\+?\d+$/u.test(bare) ? parsePhoneNumberFromString(bare, country) : undefined;
  return parsed?.isPossible() && countryOf(parsed, country) !== null ? undefined : "contacts.field.country";
}

/** `+15145550142`; what cannot be read stays as it was typed. */
export const internationalOf = (text: string, country: Country): string =>
  parsePhoneNumberFromString(text, country)?.number ?? text.trim();

/** A stored number as the form shows it: of which country, and written as people there do. */
export function shownPhone(stored: string, home: Country): { readonly country: Country; readonly number: string } {
  const parsed = parsePhoneNumberFromString(stored, home);
  const country = parsed?.isPossible() ? countryOf(parsed, home) : null;
  return parsed && country ? { country, number: parsed.formatNational() } : { country: home, number: stored };
}

/** A stored number as people write it: as at home, or with `+` from elsewhere. */
export function phoneText(stored: string, home: Country): string {
  const parsed = parsePhoneNumberFromString(stored, home);
  if (!parsed?.isPossible()) return stored;
  return parsed.countryCallingCode === CALLING_CODES[home] ? parsed.formatNational() : parsed.formatInternational();
}

/** The country that a number typed with `+` names; null while it names none of ours. */
export function countryTyped(text: string): Country | null {
  const country = text.trim().startsWith("+") ? parsePhoneNumberFromString(text)?.country : undefined;
  return isCountry(country) ? country : null;
}

const CALLING_CODES: Readonly<Record<Country, string>> = { CA: "1", US: "1", AU: "61" };

/** +1 and +61 are shared with islands; a number whose place cannot be told (a toll-free one) counts as that of the line. */
function countryOf({ country, countryCallingCode }: PhoneNumber, line: Country): Country | null {
  if (isCountry(country)) return country;
  if (country !== undefined) return null;
  if (CALLING_CODES[line] === countryCallingCode) return line;
  return countryCallingCode === "1" ? DEFAULT_COUNTRY : countryCallingCode === "61" ? "AU" : null;
}
