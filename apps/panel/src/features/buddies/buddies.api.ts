import { PAGE_SIZE, listBuddies } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api.ts";
import { startOf } from "./buddies.model.ts";
import type { BuddyPage } from "./buddies.model.ts";

/** One page of colleagues. The list keeps its place while the next page or search is on its way. */
export const buddiesQuery = (api: Api, wanted: BuddyPage) =>
  queryOptions({
    queryKey: ["buddies", wanted],
    queryFn: ({ signal }) =>
      api.call(listBuddies, {
        query: { start: startOf(wanted), limit: PAGE_SIZE.buddies, search: wanted.search },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
