import { useLocaleWords } from "../words/useWords.ts";
import { formatsOf } from "./formats.ts";
import type { Formats } from "./formats.ts";

/** Dates, times and numbers in the person's locale. */
export const useFormats = (): Formats => formatsOf(useLocaleWords());
