import type { Country } from "../../../shared/phone/country.ts";

const codes = (text: string): readonly string[] => text.split(" ");

/** Postal abbreviations of provinces, territories and states (Canada Post, USPS, Australia Post). */
export const STATES: Readonly<Record<Country, readonly string[]>> = {
  CA: codes("AB BC MB NB NL NS NT NU ON PE QC SK YT"),
  US: codes(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY",
  ),
  AU: codes("ACT NSW NT QLD SA TAS VIC WA"),
};
