import { useEffect, useMemo, useState } from "react";
import { usePanel } from "../panel.ts";
import { createDebounced } from "./debounce.ts";
import { useSnapshot } from "../store.ts";

/** Delay between the last key and the search. */
const SETTLE_MS = 150;

/** Requests the toolbar's search. @returns its debounced text, trimmed; each change is reported before it takes effect */
export function useDebouncedSearch(onChange: () => void): string {
  const { search, clock } = usePanel();
  const settled = useMemo(() => {
    const text = () => {
      const state = search.get();
      return state.asked ? state.text.trim() : "";
    };
    return createDebounced({ get: text, subscribe: search.subscribe }, { clock, afterMs: SETTLE_MS });
  }, [search, clock]);
  useEffect(() => {
    search.dispatch({ type: "asked" });
    return () => search.dispatch({ type: "left" });
  }, [search]);
  const text = useSnapshot(settled);
  const [seen, setSeen] = useState(text);
  if (seen !== text) {
    setSeen(text);
    onChange();
  }
  return text;
}
