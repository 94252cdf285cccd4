import type { ErrorLanguage } from "../errors.ts";
import { frenchSubject } from "./fr-CA.subjects.ts";
import { FRENCH_ERRORS } from "./fr-CA.ts";

/** Texts of errors in fr-CA. A module of its own: it is loaded only for people who use this language. */
export const FRENCH = { texts: FRENCH_ERRORS, subject: frenchSubject } as const satisfies ErrorLanguage;
