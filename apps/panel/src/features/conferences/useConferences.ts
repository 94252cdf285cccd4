import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../shared/api/useChange.ts";
import { usePagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { usePageSearch } from "../../shared/search/usePageSearch.ts";
import { CONFERENCES_KEY, conferencesQuery, setWatched } from "./conferences.api.ts";

interface View {
  readonly page: number;
  readonly watchedOnly: boolean;
  /** The search that the page belongs to: another one begins at its first page. */
  readonly search: string;
}

/** The list with its search, its filter and its pages. */
export function useConferences() {
  const { api } = usePanel();
  const search = usePageSearch();
  const client = useQueryClient();
  const [view, setView] = useState<View>({ page: 0, watchedOnly: false, search });
  const page = view.search === search ? view.page : 0;
  const query = useQuery(conferencesQuery(api, { page, search, watchedOnly: view.watchedOnly }));
  const { run } = useChange(() => void client.invalidateQueries({ queryKey: CONFERENCES_KEY }));
  return {
    search,
    watchedOnly: view.watchedOnly,
    list: usePagedList({
      query,
      page,
      pageSize: PAGE_SIZE.conferences,
      turnTo: (next) => setView({ ...view, search, page: next }),
    }),
    showWatched: (watchedOnly: boolean) => setView({ search, page: 0, watchedOnly }),
    watch: (id: string, on: boolean) =>
      run({ fallback: "conferences.watch", change: (server) => setWatched(server, id, on), done: null }),
  };
}
export type ConferenceList = ReturnType<typeof useConferences>;
