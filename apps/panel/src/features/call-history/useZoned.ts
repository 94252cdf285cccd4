import { formatsOf } from "../../shared/formats/formats.ts";
import type { Formats } from "../../shared/formats/formats.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";

/** Dates as clocks of a time zone show them. */
export const useZoned = (zone: string): Formats => formatsOf(useLocaleWords(), zone);
