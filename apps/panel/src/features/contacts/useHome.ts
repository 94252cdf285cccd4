import { usePanel } from "../../shared/panel.ts";
import { homeCountry } from "../../shared/phone/country.ts";
import type { Country } from "../../shared/phone/country.ts";

/** The country that numbers are of when they do not say. */
export const useHome = (): Country => homeCountry(usePanel().viewer.sip?.country);
