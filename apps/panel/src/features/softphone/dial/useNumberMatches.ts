import type { PhoneNumber } from "@callpanel/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { useSnapshot } from "../../../shared/store.ts";
import type { Readable } from "../../../shared/store.ts";
import { numbersQuery } from "../../../shared/phone/send/send.api.ts";
import { isNameSearch } from "../../../shared/search/fits.ts";
import { MATCH_COUNT, SEARCH_COUNT } from "../softphone.api.ts";
import { useSoftphone } from "../softphone.context.ts";
import { rankMatches } from "./targets.model.ts";
import { useNamedByWords } from "./useEntryWords.ts";

const NOTHING: readonly PhoneNumber[] = [];

/** A field for a number or a name. */
export interface MatchSource {
  readonly text: string;
  /** The text, debounced. */
  readonly settled: Readable<string>;
  /** Puts a match's number into the field. */
  fill(number: string): void;
}

export interface NumberMatches {
  /** Empty while the list is closed. */
  readonly matches: readonly PhoneNumber[];
  /** Index of the highlighted match, or -1. */
  readonly highlighted: number;
  readonly chosen: PhoneNumber | undefined;
  /** The matches do not belong to the name that is typed now. */
  readonly isLate: boolean;
  /** The first match of what is typed now. Rejects when the search fails. */
  first(): Promise<PhoneNumber | undefined>;
  /** The search text of the matches. */
  readonly search: string;
  move(by: 1 | -1): void;
  choose(match: PhoneNumber): void;
  /** Call it when somebody types: text that was put into the field does not open the list. */
  open(): void;
  close(): void;
}

/** The numbers that match the text of a field (SOFT-3). */
export function useNumberMatches(source: MatchSource): NumberMatches {
  const { api } = useSoftphone();
  const { text } = source;
  const settled = useSnapshot(source.settled).trim();
  const [isOpen, setOpen] = useState(false);
  const [mark, setMark] = useState<{ readonly search: string; readonly index: number } | null>(null);
  const wanted = isOpen && settled !== "" && text.trim() !== "";
  // More than are shown, because people among them are moved to the top.
  const queryOf = (search: string) => numbersQuery(api, { search, limit: SEARCH_COUNT });
  const { data, isPlaceholderData } = useQuery({ ...queryOf(settled), enabled: wanted });
  const client = useQueryClient();
  const withWords = useNamedByWords();
  const rank = (found: readonly PhoneNumber[], search: string) => rankMatches(withWords(found, search), search);

  const found = wanted && data ? rank(data.data, settled) : NOTHING;
  const matches = found.slice(0, MATCH_COUNT);
  // A name cannot be dialled, so Enter takes the first match without an arrow key.
  const unmoved = isNameSearch(text) ? 0 : -1;
  const index = mark?.search === settled ? mark.index : unmoved;
  const highlighted = index < matches.length ? index : -1;
  return {
    matches,
    search: wanted ? settled : "",
    highlighted,
    chosen: matches[highlighted],
    isLate: isNameSearch(text) && (settled !== text.trim() || data === undefined || isPlaceholderData),
    async first() {
      const search = text.trim();
      return rank((await client.fetchQuery(queryOf(search))).data, search)[0];
    },
    move(by) {
      const count = matches.length;
      if (count === 0) return;
      const next = highlighted < 0 ? (by === 1 ? 0 : count - 1) : (highlighted + by + count) % count;
      setMark({ search: settled, index: next });
    },
    choose(match) {
      source.fill(match.phoneNumber);
      setOpen(false);
      setMark(null);
    },
    open: () => setOpen(true),
    close: () => setOpen(false),
  };
}

export interface MatchKeys {
  readonly list: NumberMatches;
  readonly text: string;
  /** Called on Enter for the highlighted match. */
  take(match: PhoneNumber): void;
  /** Called on Enter while no match is highlighted. */
  enter(): void;
  clear(): void;
}

/** The keys of a field with matches: arrows highlight, Enter takes or submits, Escape closes the list, then clears the field. */
export function pressMatchKey(event: KeyboardEvent, { list, text, take, enter, clear }: MatchKeys): void {
  if (event.nativeEvent.isComposing) return;
  const isOpen = list.matches.length > 0;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (isOpen) list.move(event.key === "ArrowDown" ? 1 : -1);
    else list.open();
  } else if (event.key === "Escape" && (isOpen || text !== "")) {
    event.preventDefault();
    event.stopPropagation();
    if (isOpen) list.close();
    else clear();
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (list.chosen !== undefined && !list.isLate) take(list.chosen);
    else {
      list.close();
      enter();
    }
  }
}
