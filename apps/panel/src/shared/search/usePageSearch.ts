import { useEffect, useMemo } from "react";
import type { PageSearch } from "./pageSearch.ts";
import { usePanel } from "../panel.ts";
import { useSnapshot } from "../store.ts";

/** Requests the toolbar's search field while the page is shown. @returns its text, trimmed */
export function usePageSearch(): string {
  const { search } = usePanel();
  useEffect(() => {
    search.dispatch({ type: "asked" });
    return () => search.dispatch({ type: "left" });
  }, [search]);
  // Only the text: requesting the field must not render the page again.
  return useSnapshot(useMemo(() => ({ get: () => textOf(search.get()), subscribe: search.subscribe }), [search]));
}

const textOf = (state: PageSearch): string => (state.asked ? state.text.trim() : "");
