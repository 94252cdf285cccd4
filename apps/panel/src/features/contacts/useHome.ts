import { usePanel } from "../../shared/panel.ts";
import { homeCountry } from "../../shared/phone/country.ts";
import type { Country } from "../../shared/phone/country.ts";

/** The country of numbers without a country code. */
export const useHome = (): Country => homeCountry(usePanel().viewer.sip?.country);
