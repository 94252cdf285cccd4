import type { BlacklistEntry } from "@callpanel/contract";
import { addToBlacklist, listBlacklist, removeFromBlacklist, saveBlacklist } from "@callpanel/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { createDebounced } from "../../../shared/search/debounce.ts";
import { useSubject } from "../subject.ts";
import { createStore, useSnapshot } from "../../../shared/store.ts";

export const PAGE_COUNT = 18;
const SETTLE_MS = 150;
const KEY = ["settings", "blacklists"] as const;

/** The person's blocked numbers, page by page, and the actions on them. */
export function useBlacklist() {
  const { api, clock } = usePanel();
  const { userId, isSelf } = useSubject();
  const whose = isSelf ? {} : { user_id: userId };
  const client = useQueryClient();
  const [typed] = useState(() => createStore<string, string>("", (_, next) => next));
  const [settled] = useState(() => createDebounced(typed, { clock, afterMs: SETTLE_MS }));
  const search = useSnapshot(settled).trim();
  // A new search goes to the first page.
  const [place, setPlace] = useState({ search: "", page: 0 });
  const page = place.search === search ? place.page : 0;
  const query = useQuery({
    queryKey: [...KEY, userId, search, page],
    queryFn: ({ signal }) =>
      api.call(listBlacklist, { query: { start: page * PAGE_COUNT, limit: PAGE_COUNT, search, ...whose }, signal }),
    placeholderData: keepPreviousData,
  });
  const onSuccess = () => client.invalidateQueries({ queryKey: KEY });
  return {
    typed,
    search,
    page,
    toPage: (next: number) => setPlace({ search, page: next }),
    query,
    add: useMutation({
      mutationFn: (entry: Omit<BlacklistEntry, "id">) => api.call(addToBlacklist, { query: whose, body: entry }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: ({ id }: BlacklistEntry) => api.call(removeFromBlacklist, { params: { id }, query: whose }),
      onSuccess,
    }),
    save: useMutation({
      mutationFn: (entries: readonly BlacklistEntry[]) =>
        api.call(saveBlacklist, { query: whose, body: { blacklist_numbers: [...entries] } }),
      onSuccess,
    }),
  };
}
