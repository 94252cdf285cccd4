import { CONTACT_COUNTRIES, DEFAULT_COUNTRY } from "@callpanel/contract";

/** The countries for contacts' phone numbers (spec 2 §9). */
export type Country = (typeof CONTACT_COUNTRIES)[number];

export const isCountry = (code: string | undefined): code is Country =>
  CONTACT_COUNTRIES.some((country) => country === code);

/** The softphone's country if it is one of these, else Canada. */
export const homeCountry = (softphoneCountry: string | undefined): Country =>
  isCountry(softphoneCountry) ? softphoneCountry : DEFAULT_COUNTRY;

/** Without the `+`. */
export const CALLING_CODES: Readonly<Record<Country, string>> = { CA: "1", US: "1", AU: "61" };
