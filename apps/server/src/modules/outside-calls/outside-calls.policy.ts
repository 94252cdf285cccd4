import { holdsForAll, type Rights } from "@callpanel/contract";
import type { OutsideClass, OutsideRight } from "@callpanel/phone-port";
import type { CompanySettings } from "../realm-settings/index.ts";
import { classOfNumber } from "./number-class.ts";

/** TOLL-2: an unknown number may be of any class. */
const RULES: Readonly<Record<OutsideClass, string>> = {
  inland: "execute_inland",
  abroad: "execute_abroad",
  premium: "execute_premium",
  unknown: "execute_premium",
};

/**
 * Whether somebody may bring a call to a dialled outside number; `company`: its announcements may forward callers to
 * domestic numbers.
 */
export function outsideRight(
  whose: Rights | "company",
  number: string,
  { country, outsideCallsAtOnce: atOnce, outsideCallsPerHour: perHour }: CompanySettings,
): OutsideRight {
  const numberClass = classOfNumber(number, country);
  const may = whose === "company" ? numberClass === "inland" : holdsForAll(whose, "outside_calls", RULES[numberClass]);
  return may ? { may, atOnce, perHour, numberClass } : { may, numberClass };
}
