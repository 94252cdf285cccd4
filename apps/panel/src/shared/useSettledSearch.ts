import { useEffect, useMemo, useState } from "react";
import { usePanel } from "./panel.ts";
import { createSettled } from "./settle.ts";
import { useSnapshot } from "./store.ts";

/** A search is asked once the hand rests. */
const SETTLE_MS = 150;

/** Asks for the toolbar's search. What stands in it once the hand rests, trimmed; every change is told before it counts. */
export function useSettledSearch(onChange: () => void): string {
  const { search, clock } = usePanel();
  const settled = useMemo(() => {
    const text = () => {
      const state = search.get();
      return state.asked ? state.text.trim() : "";
    };
    return createSettled({ get: text, subscribe: search.subscribe }, { clock, afterMs: SETTLE_MS });
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
