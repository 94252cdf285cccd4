import { useLocaleWords } from "../words/useWords.ts";
import { formatsOf } from "./formats.ts";
import type { Formats } from "./formats.ts";

/** Dates, times and numbers as the person's locale writes them. */
export const useFormats = (): Formats => formatsOf(useLocaleWords());
