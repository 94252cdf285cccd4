import { SearchField } from "@callpanel/ui";
import { useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { usePanel } from "../../shared/panel.ts";
import { searchedPlace } from "../../shared/routes.ts";
import { useSnapshot } from "../../shared/store.ts";
import { useWords } from "../../shared/words/useWords.ts";
import { shellMessages } from "./shell.messages.ts";

/** The search of the current page; renders nothing if the page has none. */
export function PageSearch({ className }: { readonly className: string | undefined }) {
  const t = useWords(shellMessages);
  const { search } = usePanel();
  const state = useSnapshot(search);
  const place = useLocation({ select: (location) => searchedPlace(location.pathname) });
  // Another folder or room is another address of the same page: the search of the last one no longer applies.
  useEffect(() => search.dispatch({ type: "typed", text: "" }), [place, search]);
  if (!state.asked) return null;
  return (
    <SearchField
      className={className}
      label={t("shell.search")}
      clearLabel={t("shell.clearSearch")}
      value={state.text}
      onChange={(text) => search.dispatch({ type: "typed", text })}
    />
  );
}
