import { useEffect, useMemo } from "react";
import type { PageSearch } from "./pageSearch.ts";
import { usePanel } from "./panel.ts";
import { useSnapshot } from "./store.ts";

/** Asks for the toolbar's search field while the page is shown. @returns what is typed in it, trimmed */
export function usePageSearch(): string {
  const { search } = usePanel();
  useEffect(() => {
    search.dispatch({ type: "asked" });
    return () => search.dispatch({ type: "left" });
  }, [search]);
  // The text alone: that the field is asked for draws no page anew.
  return useSnapshot(useMemo(() => ({ get: () => textOf(search.get()), subscribe: search.subscribe }), [search]));
}

const textOf = (state: PageSearch): string => (state.asked ? state.text.trim() : "");
