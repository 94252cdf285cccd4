import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { usePageSearch } from "../../shared/usePageSearch.ts";
import { buddiesQuery } from "./buddies.api.ts";
import type { BuddyPage } from "./buddies.model.ts";

/** What the buddies screen shows: one page of the people that fit the toolbar's search. */
export function useBuddies() {
  const { api } = usePanel();
  const search = usePageSearch();
  const [wanted, setWanted] = useState<BuddyPage>({ page: 0, search });
  // A new search begins at its first page.
  const shown = wanted.search === search ? wanted : { page: 0, search };
  const query = useQuery(buddiesQuery(api, shown));
  return { query, shown, goTo: (page: number) => setWanted({ page, search }) };
}
