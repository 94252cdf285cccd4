import { Button, IconSearch, StatePanel } from "@callpanel/ui";
import type { ReactNode } from "react";
import { usePanel } from "../panel.ts";
import { useWords } from "../words/useWords.ts";
import { listMessages } from "./list.messages.ts";

/** What narrows a list, and the way out of it. */
export interface Narrowing {
  readonly text: string;
  readonly clear: string;
  readonly onClear: () => void;
}

export interface NothingFitsProps {
  /** `Nothing found`. */
  readonly title: string;
  /** What was searched for in vain; null: nothing was. */
  readonly search: string | null;
  /** Filters that nothing fits; null: there are none. */
  readonly filter?: Narrowing | null;
  /** Neither: there is nothing at all. */
  readonly children: ReactNode;
}

/** An empty list: nothing there at all, or nothing that fits. Each says what to do about it. */
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
