import { usePanel } from "../../shared/panel.ts";
import { homeCountry } from "./form/phone.model.ts";
import type { Country } from "./form/phone.model.ts";

/** The country that numbers are of when they do not say. */
export const useHome = (): Country => homeCountry(usePanel().viewer.sip?.country);
