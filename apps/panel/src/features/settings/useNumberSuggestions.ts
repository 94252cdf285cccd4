import { searchPhoneNumbers } from "@callpanel/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../shared/api/api.ts";
import { usePanel } from "../../shared/panel.ts";
import { extensionsLike } from "../../shared/phone/extensions.api.ts";
import type { FoundExtension } from "../../shared/phone/extensions.api.ts";
import { createDebounced } from "../../shared/search/debounce.ts";
import { createStore, useSnapshot } from "../../shared/store.ts";
import type { Store } from "../../shared/store.ts";

/** As in the dial field (SOFT-3). */
const SETTLE_MS = 150;
const MATCH_COUNT = 6;

/** The text of a field, and the people and places that match it; without a softphone, people. */
export function useNumberSuggestions(): {
  readonly typed: Store<string, string>;
  readonly matches: readonly FoundExtension[];
  /** Why the list is empty: the search failed. */
  readonly failure: Error | null;
} {
  const { api, clock, viewer } = usePanel();
  const client = useQueryClient();
  const [typed] = useState(() => createStore<string, string>("", (_, next) => next));
  const [settled] = useState(() => createDebounced(typed, { clock, afterMs: SETTLE_MS }));
  const search = useSnapshot(settled).trim();
  const { softphoneRead } = viewer.flags;
  const { data, error } = useQuery({
    queryKey: softphoneRead ? ["contact/phone_numbers", search, MATCH_COUNT] : ["users/available_extensions", search],
    queryFn: ({ signal }) =>
      softphoneRead ? placesLike(api, search, signal) : extensionsLike({ api, client }, { search, limit: MATCH_COUNT }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  return { typed, matches: search === "" ? [] : (data ?? []), failure: search === "" ? null : error };
}

/** Feature codes and parking lots are nowhere to send all calls. */
async function placesLike(api: Api, search: string, signal: AbortSignal): Promise<readonly FoundExtension[]> {
  const { data } = await api.call(searchPhoneNumbers, { query: { search, limit: MATCH_COUNT }, signal });
  return data
    .filter(({ name }) => name !== "feature_code" && name !== "parking")
    .map(({ name, phoneNumber }) => ({ name, extension: phoneNumber }));
}
