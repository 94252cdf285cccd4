import { useMemo } from "react";
import { createFormats } from "../../shared/formats/formats.ts";
import type { Formats } from "../../shared/formats/formats.ts";
import { useLocaleWords } from "../../shared/words/useWords.ts";

/** Dates as clocks of a time zone show them. */
export function useZoned(zone: string): Formats {
  const words = useLocaleWords();
  return useMemo(() => createFormats(words, zone), [words, zone]);
}
