import { useMemo } from "react";
import { useLocaleWords } from "../words/useWords.ts";
import { createFormats } from "./formats.ts";
import type { Formats } from "./formats.ts";

/** Dates, times and numbers as the person's locale writes them. */
export function useFormats(): Formats {
  const words = useLocaleWords();
  return useMemo(() => createFormats(words), [words]);
}
