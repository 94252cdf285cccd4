import { holdsForAll, type Rights } from "@callpanel/contract";
import type { OutsideClass, OutsideRight } from "@callpanel/phone-port";
import type { CompanySettings } from "../realm-settings/index.ts";
import { classOfNumber } from "./number-class.ts";

/** TOLL-2: a number that nobody knows may be any. */
const RULES: Readonly<Record<OutsideClass, string>> = {
  inland: "execute_inland",
  abroad: "execute_abroad",
  premium: "execute_premium",
  unknown: "execute_premium",
};

/** Whether somebody may bring a call to a number outside, as it is dialled; `company`: its announcements send callers on inland. */
export function outsideRight(
  whose: Rights | "company",
  number: string,
  { country, outsideCallsAtOnce: atOnce, outsideCallsPerHour: perHour }: CompanySettings,
): OutsideRight {
  const numberClass = classOfNumber(number, country);
  const may = whose === "company" ? numberClass === "inland" : holdsForAll(whose, "outside_calls", RULES[numberClass]);
  return may ? { may, atOnce, perHour } : { may, numberClass };
}
