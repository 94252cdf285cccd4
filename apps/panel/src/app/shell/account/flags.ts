import type { Locale } from "@callpanel/contract";
import au from "../../../assets/flag-au.svg";
import ca from "../../../assets/flag-ca.svg";
import gb from "../../../assets/flag-gb.svg";
import us from "../../../assets/flag-us.svg";

/** A flag for each language; decorative, the name of the language is next to it. */
export const FLAGS: Readonly<Record<Locale, string>> = { "en-US": us, "fr-CA": ca, "en-AU": au, "en-GB": gb };
