import { useEffect } from "react";
import { usePanel } from "./panel.ts";
import { useSnapshot } from "./store.ts";

/** Asks for the toolbar's search field while the page is shown. @returns what is typed in it, trimmed */
export function usePageSearch(): string {
  const { search } = usePanel();
  useEffect(() => {
    search.dispatch({ type: "asked" });
    return () => search.dispatch({ type: "left" });
  }, [search]);
  const state = useSnapshot(search);
  return state.asked ? state.text.trim() : "";
}
