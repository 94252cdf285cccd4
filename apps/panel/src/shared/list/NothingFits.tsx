import { Button, IconSearch, StatePanel } from "@callpanel/ui";
import type { ReactNode } from "react";
import { usePanel } from "../panel.ts";
import { useWords } from "../words/useWords.ts";
import { listMessages } from "./list.messages.ts";

/** A filter of a list, and how to clear it. */
export interface Narrowing {
  readonly text: string;
  readonly clear: string;
  readonly onClear: () => void;
}

export interface NothingFitsProps {
  /** `Nothing found`. */
  readonly title: string;
  /** The search without results; null: no search. */
  readonly search: string | null;
  /** The filters without results; null: no filters. */
  readonly filter?: Narrowing | null;
  /** The text if the list is empty without search and filters. */
  readonly children: ReactNode;
}

/** An empty list: no items at all, or no match. Each says what to do about it. */
export function NothingFits({ title, search, filter = null, children }: NothingFitsProps) {
  const t = useWords(listMessages);
  const { search: field } = usePanel();
  if (search !== null) {
    const clear = <Button onClick={() => field.dispatch({ type: "typed", text: "" })}>{t("list.clearSearch")}</Button>;
    return <StatePanel icon={IconSearch} title={title} text={search} action={clear} />;
  }
  if (filter === null) return children;
  const clear = <Button onClick={filter.onClear}>{filter.clear}</Button>;
  return <StatePanel icon={IconSearch} title={title} text={filter.text} action={clear} />;
}
