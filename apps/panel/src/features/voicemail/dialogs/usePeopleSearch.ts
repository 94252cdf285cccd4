import { listBuddies, searchPhoneNumbers } from "@callpanel/contract";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { extensionsLike } from "../../../shared/phone/extensions.api.ts";
import type { FoundExtension } from "../../../shared/phone/extensions.api.ts";
import { createDebounced } from "../../../shared/search/debounce.ts";
import { createStore, useSnapshot } from "../../../shared/store.ts";

/** A person of the company with a mailbox. */
export type Receiver = FoundExtension;

/** As in the dial field (SOFT-3). */
const SETTLE_MS = 150;
const MATCH_COUNT = 8;

/** People by name or extension while typing: colleagues or people of the dial field, if the user may see either, else the available extensions. */
export function usePeopleSearch() {
  const { api, clock, viewer } = usePanel();
  const client = useQueryClient();
  const [text] = useState(() => createStore<string, string>("", (_, next) => next));
  const [rested] = useState(() => createDebounced(text, { clock, afterMs: SETTLE_MS }));
  const typed = useSnapshot(text);
  const search = useSnapshot(rested).trim();
  const { usersRead, softphoneRead } = viewer.flags;
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    queryKey: ["voicemail receivers", search, usersRead],
    queryFn: ({ signal }) => {
      if (usersRead) return buddiesLike(api, search, signal);
      if (softphoneRead) return dialledLike(api, search, signal);
      return extensionsLike({ api, client }, { search, limit: MATCH_COUNT });
    },
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const { extension: own } = viewer.user;
  const others = (data ?? []).filter(({ extension }) => extension !== own);
  // An extension can be typed also where the people could not be loaded.
  const bare = /^\d{2,}$/.test(search) && search !== own && !others.some(({ extension }) => extension === search);
  const found = search === "" ? [] : bare && !isFetching ? [...others, { name: search, extension: search }] : others;
  return {
    typed,
    setTyped: (next: string) => text.dispatch(next),
    found,
    failure: search === "" ? null : error,
    settled: typed.trim() === search && !isPlaceholderData && !isFetching,
  };
}

async function buddiesLike(api: Api, search: string, signal: AbortSignal): Promise<readonly Receiver[]> {
  const { data } = await api.call(listBuddies, { query: { search, limit: MATCH_COUNT }, signal });
  return data.map(({ name, exten }) => ({ name, extension: exten }));
}

async function dialledLike(api: Api, search: string, signal: AbortSignal): Promise<readonly Receiver[]> {
  const { data } = await api.call(searchPhoneNumbers, { query: { search, limit: MATCH_COUNT }, signal });
  return data
    .filter(({ username }) => username !== null)
    .map(({ name, phoneNumber }) => ({ name, extension: phoneNumber }));
}
