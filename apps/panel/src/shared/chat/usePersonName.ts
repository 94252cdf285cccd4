import { useCallback } from "react";
import { useWords } from "../words/useWords.ts";
import { personNameMessages } from "./personName.messages.ts";

/** CHATUI-54: a name as it is shown; an empty or unknown one is that of a deleted person. */
export function usePersonName(): (name: string | undefined) => string {
  const t = useWords(personNameMessages);
  return useCallback((name) => name || t("chat.deletedPerson"), [t]);
}
