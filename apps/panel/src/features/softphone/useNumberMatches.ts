import type { PhoneNumber } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { useSnapshot } from "../../shared/store.ts";
import type { Readable } from "../../shared/store.ts";
import { MATCH_COUNT, numbersQuery } from "./softphone.api.ts";
import { useSoftphone } from "./softphone.context.ts";
import { isNameSearch } from "./softphone.model.ts";

/** A field in which a number or a name is typed. */
export interface MatchSource {
  readonly text: string;
  /** The text once the hand rests. */
  readonly settled: Readable<string>;
  /** Numbers that make no sense here. */
  readonly except?: readonly string[];
  /** Puts a match's number into the field. */
  fill(number: string): void;
}

export interface NumberMatches {
  /** Empty while the list is closed. */
  readonly matches: readonly PhoneNumber[];
  /** -1: none. */
  readonly highlighted: number;
  readonly chosen: PhoneNumber | undefined;
  /** The server has answered for what is typed. */
  readonly isSearched: boolean;
  move(by: 1 | -1): void;
  choose(match: PhoneNumber): void;
  /** Shows the list for what is typed, or hides it until something else is typed. */
  open(): void;
  close(): void;
}

/** The numbers that fit what is typed in a field (SOFT-3). */
export function useNumberMatches(source: MatchSource): NumberMatches {
  const { api } = useSoftphone();
  const { text } = source;
  const settled = useSnapshot(source.settled).trim();
  // The text the list is closed for; null while it is closed for every text (the field has no focus).
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [mark, setMark] = useState<{ readonly search: string; readonly index: number } | null>(null);
  const wanted = closedFor !== null && closedFor !== text.trim() && settled !== "" && text.trim() !== "";
  const { data, isPlaceholderData } = useQuery({
    ...numbersQuery(api, { search: settled, limit: MATCH_COUNT }),
    enabled: wanted,
  });

  const except = source.except ?? [];
  const matches = wanted ? (data?.data ?? []).filter(({ phoneNumber }) => !except.includes(phoneNumber)) : [];
  // A name cannot be dialled: Enter then takes the first match, without an arrow before it.
  const unmoved = isNameSearch(text) ? 0 : -1;
  const index = mark?.search === settled ? mark.index : unmoved;
  const highlighted = index < matches.length ? index : -1;
  return {
    matches,
    highlighted,
    chosen: matches[highlighted],
    isSearched: wanted && data !== undefined && !isPlaceholderData,
    move(by) {
      const count = matches.length;
      if (count === 0) return;
      const next = highlighted < 0 ? (by === 1 ? 0 : count - 1) : (highlighted + by + count) % count;
      setMark({ search: settled, index: next });
    },
    choose(match) {
      source.fill(match.phoneNumber);
      setClosedFor(match.phoneNumber);
      setMark(null);
    },
    open: () => setClosedFor(""),
    close: () => setClosedFor(text.trim()),
  };
}

export interface MatchKeys {
  readonly list: NumberMatches;
  readonly text: string;
  /** Enter without a marked match. */
  enter(): void;
  clear(): void;
}

/** The keys of a field with matches: arrows mark, Enter takes or enters, Escape closes the list, then empties the field. */
export function pressMatchKey(event: KeyboardEvent, { list, text, enter, clear }: MatchKeys): void {
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
    if (list.chosen) list.choose(list.chosen);
    else {
      list.close();
      enter();
    }
  }
}
