import { DEFAULT_COUNTRY } from "@callpanel/contract";
import type { OutsideClass } from "@callpanel/phone-port";
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from "libphonenumber-js/max";

/** Number types with an extra charge for the caller. */
const DEAR_TYPES: ReadonlySet<string | undefined> = new Set([
  "PREMIUM_RATE",
  "SHARED_COST",
  "PERSONAL_NUMBER",
  "PAGER",
  undefined,
]);
/**
 * Premium ranges of calling code 1 that the metadata lacks: pay-per-call exchanges 976 and directory assistance 555-1212
 * of each area, Canada's 600 with its satellites, and 700, which each carrier uses differently.
 */
const DEAR_RANGES = /^\+1(\d{3}976\d{4}|\d{3}5551212|[67]00\d{7})$/;
/** Directory assistance as it is dialled in North America. */
const DEAR_SERVICES = /^1?(411|5551212)$/;
const NORTH_AMERICA = "1";
/** From the cheapest. */
const BY_PRICE: readonly OutsideClass[] = ["inland", "abroad", "premium"];
/** Prefix of an international call, in most of the world and in North America. */
const INTERNATIONAL_PREFIX = /^(00|011)(?=[1-9])/;

/**
 * TOLL-1: the class of a dialled number for a company of a country. If it can be read in two ways, the more expensive one
 * counts.
 */
export function classOfNumber(dialled: string, country: string): OutsideClass {
  const home = isSupportedCountry(country) ? country : DEFAULT_COUNTRY;
  if (getCountryCallingCode(home) === NORTH_AMERICA && DEAR_SERVICES.test(dialled)) return "premium";
  const readings = [dialled, dialled.replace(INTERNATIONAL_PREFIX, "+")];
  const classes = readings.flatMap((reading) => {
    const number = parsePhoneNumberFromString(reading, home);
    if (number === undefined) return [];
    const isDear = number.getType() !== "TOLL_FREE" && DEAR_RANGES.test(number.number);
    if (isDear) return ["premium" as const];
    return number.isValid() ? [classOf(number, home)] : [];
  });
  return BY_PRICE.findLast((one) => classes.includes(one)) ?? "unknown";
}

function classOf(number: PhoneNumber, home: CountryCode): OutsideClass {
  const type = number.getType();
  if (DEAR_TYPES.has(type)) return "premium";
  if (type === "TOLL_FREE") return number.countryCallingCode === getCountryCallingCode(home) ? "inland" : "abroad";
  // Numbers without a country: satellites and networks with their own codes (ITU-T E.164, 870 to 888).
  if (number.country === undefined) return "premium";
  return number.country === home ? "inland" : "abroad";
}
