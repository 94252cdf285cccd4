import { keepPreviousData, useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Found } from "../../../shared/find/find.ts";
import { usePanel } from "../../../shared/panel.ts";
import { createDebounced } from "../../../shared/search/debounce.ts";
import { createStore, useSnapshot } from "../../../shared/store.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";
import { FEATURES } from "../../features.ts";

/** A letter finds half the company. */
const FEWEST_CHARS = 2;
const SETTLED_AFTER_MS = 200;

export interface FoundByFeatures {
  readonly found: readonly Found[];
  readonly isSearching: boolean;
  /** Some feature could not search; what the others found is there. */
  readonly hasFailed: boolean;
}

/** SHELL-26: what the features find for the text, in the order of the menu. */
export function useFound(typed: string): FoundByFeatures {
  const panel = usePanel();
  const client = useQueryClient();
  const words = useLocaleWords();
  const text = useSettled(typed.trim());
  const isLong = text.length >= FEWEST_CHARS;
  const { flags } = panel.viewer;
  const finders = FEATURES.flatMap(({ finder }) => (finder?.needs.some((flag) => flags[flag]) ? [finder] : []));
  const results = useQueries({
    queries: finders.map((finder, at) => ({
      queryKey: ["find", at, words.locale, text],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await finder.load())({ panel, client, words, text, signal }),
      enabled: isLong,
      // The state of a switch may have changed since.
      staleTime: 0,
      gcTime: 0,
      placeholderData: keepPreviousData,
    })),
  });
  if (!isLong || typed.trim().length < FEWEST_CHARS) return { found: [], isSearching: false, hasFailed: false };
  return {
    found: results.flatMap(({ data = [] }) => data),
    isSearching: text !== typed.trim() || results.some(({ isFetching }) => isFetching),
    hasFailed: results.some(({ isError }) => isError),
  };
}

/** The text when typing has paused. */
function useSettled(text: string): string {
  const { clock } = usePanel();
  const [source] = useState(() => createStore<string, string>(text, (_, next) => next));
  const settled = useMemo(() => createDebounced(source, { clock, afterMs: SETTLED_AFTER_MS }), [source, clock]);
  useEffect(() => source.dispatch(text), [source, text]);
  return useSnapshot(settled);
}
