import { CONTACT_COUNTRIES, DEFAULT_COUNTRY } from "@callpanel/contract";
import { parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";

/** E.164 of a number in any notation; undefined for extensions and anything else that is not a full number. */
export const toE164 = (spelling: string): string | undefined => parse(spelling)?.number;

/** Equal for all notations of one number: E.164, or the text itself for extensions and what is not a full number. */
export const numberKey = (spelling: string): string => toE164(spelling) ?? spelling;

/** Digits of the number as it is dialled in its own country: `0412345678` of +61412345678. */
export const nationalDigits = (spelling: string): string => parse(spelling)?.formatNational().replace(/\D/g, "") ?? "";

/** CONTACT-11: E.164 of a number in a country allowed for contacts; without a country code, of the default country. */
export function toContactE164(spelling: string): string | undefined {
  const number = parse(spelling);
  if (number === undefined) return undefined;
  const inNorthAmerica = number.countryCallingCode === "1";
  // Area codes there do not begin with 0 or 1.
  if (inNorthAmerica && /^[01]/.test(number.nationalNumber)) return undefined;
  // An area code may belong to no country, such as 800.
  const { country = inNorthAmerica ? DEFAULT_COUNTRY : undefined } = number;
  return CONTACT_COUNTRIES.some((one) => one === country) ? number.number : undefined;
}

/** Too short for a full number: read for each call, and the library takes long to say so. */
const EXTENSION = /^[1-9]\d{0,5}$/;

function parse(spelling: string): PhoneNumber | undefined {
  if (EXTENSION.test(spelling)) return undefined;
  const international = spelling.trim().replace(/^(00|011)(?=[1-9])/, "+");
  const parsed = parsePhoneNumberFromString(international, DEFAULT_COUNTRY);
  return parsed?.isPossible() === true ? parsed : undefined;
}

/** The parts of a search that can be a number: its digits, and its E.164 form. */
export function numbersIn(search: string): { digits: string | undefined; e164: string | undefined } {
  if (!/^[+0-9 ().\-/]+$/.test(search)) return { digits: undefined, e164: undefined };
  const digits = search.replace(/\D/g, "");
  return { digits: digits === "" ? undefined : digits, e164: toE164(search) };
}
