import type { PhoneNumber } from "@callpanel/contract";
import { searchPhoneNumbers } from "@callpanel/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { createDebounced } from "../../shared/search/debounce.ts";
import { createStore, useSnapshot } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";

/** As in the dial field (SOFT-3). */
const SETTLE_MS = 150;
const MATCH_COUNT = 6;
/** Feature codes are nowhere to send a call. */
const isPlace = ({ name }: PhoneNumber) => name !== "feature_code" && name !== "parking";

/** The text of a field, and the numbers that match it. Empty without a softphone. */
export function useNumberSuggestions(): {
  readonly typed: Store<string, string>;
  readonly matches: readonly PhoneNumber[];
} {
  const { api, clock, viewer } = usePanel();
  const [typed] = useState(() => createStore<string, string>("", (_, next) => next));
  const [settled] = useState(() => createDebounced(typed, { clock, afterMs: SETTLE_MS }));
  const search = useSnapshot(settled).trim();
  const { data } = useQuery({
    queryKey: ["contact/phone_numbers", search, MATCH_COUNT],
    queryFn: ({ signal }) => api.call(searchPhoneNumbers, { query: { search, limit: MATCH_COUNT }, signal }),
    enabled: search !== "" && viewer.flags.softphoneRead,
    placeholderData: keepPreviousData,
  });
  return { typed, matches: search === "" ? [] : (data?.data ?? []).filter(isPlace) };
}
