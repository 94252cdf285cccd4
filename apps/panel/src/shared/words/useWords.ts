import { createContext, useContext, useMemo } from "react";
import { createWords } from "./words.ts";
import type { Messages, Words, WordValues } from "./words.ts";

export const WordsContext = createContext<Words>(createWords());

/** The texts of the person's locale. */
export function useLocaleWords(): Words {
  return useContext(WordsContext);
}

/** `const t = useWords(buddiesMessages); t("buddies.title")`: an area's texts, ids checked by its messages. */
export function useWords<M extends Messages>(messages: M): (id: keyof M & string, values?: WordValues) => string {
  const words = useContext(WordsContext);
  return useMemo(() => (id, values) => words.text(messages, id, values), [words, messages]);
}
