import type { PhoneNumber } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSnapshot } from "../../shared/store.ts";
import { MATCH_COUNT, numbersQuery } from "./softphone.api.ts";
import { useSoftphone, useSoftphoneState } from "./softphone.context.ts";
import { isNameSearch } from "./softphone.model.ts";

export interface NumberMatches {
  /** Empty while the list is closed. */
  readonly matches: readonly PhoneNumber[];
  /** -1: none. */
  readonly highlighted: number;
  readonly chosen: PhoneNumber | undefined;
  move(by: 1 | -1): void;
  choose(match: PhoneNumber): void;
  /** Shows the list for what is typed, or hides it until something else is typed. */
  open(): void;
  close(): void;
}

/** The numbers that fit what is typed in the dial field (SOFT-3). */
export function useNumberMatches(): NumberMatches {
  const { api, actions, settledField } = useSoftphone();
  const { field } = useSoftphoneState();
  const settled = useSnapshot(settledField).trim();
  // The text the list is closed for; null while it is closed for every text (the field has no focus).
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [mark, setMark] = useState<{ readonly search: string; readonly index: number } | null>(null);
  const wanted = closedFor !== null && closedFor !== field.trim() && settled !== "" && field.trim() !== "";
  const { data } = useQuery({
    ...numbersQuery(api, { search: settled, limit: MATCH_COUNT }),
    enabled: wanted,
  });

  const matches = wanted ? (data?.data ?? []) : [];
  // A name cannot be dialled: Enter then takes the first match, without an arrow before it.
  const unmoved = isNameSearch(field) ? 0 : -1;
  const index = mark?.search === settled ? mark.index : unmoved;
  const highlighted = index < matches.length ? index : -1;
  return {
    matches,
    highlighted,
    chosen: matches[highlighted],
    move(by) {
      const count = matches.length;
      if (count === 0) return;
      const next = highlighted < 0 ? (by === 1 ? 0 : count - 1) : (highlighted + by + count) % count;
      setMark({ search: settled, index: next });
    },
    choose(match) {
      actions.type(match.phoneNumber);
      setClosedFor(match.phoneNumber);
      setMark(null);
    },
    open: () => setClosedFor(""),
    close: () => setClosedFor(field.trim()),
  };
}
