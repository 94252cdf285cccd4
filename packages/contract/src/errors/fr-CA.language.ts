import type { ErrorLanguage } from "../errors.ts";
import { frenchSubject } from "./fr-CA.subjects.ts";
import { FRENCH_ERRORS } from "./fr-CA.ts";

/** What errors say in fr-CA. A module of its own: who does not speak it does not load it. */
export const FRENCH = { texts: FRENCH_ERRORS, subject: frenchSubject } as const satisfies ErrorLanguage;
