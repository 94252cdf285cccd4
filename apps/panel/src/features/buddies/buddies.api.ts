import { listBuddies, listMyBuddies } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import type { Watched } from "./watched/watched.model.ts";
import type { WatchedTruth } from "./watched/watched.queue.ts";
import { FIRST_PAGE, LATER_LIMIT, loadLater } from "./list/roster.model.ts";

/** The common prefix of this page's query keys, so that all lists are reloaded together. */
const BUDDIES_KEY = ["buddies"] as const;

/**
 * The page decides when a list is old (BUDDIES-22): five thousand people are not requested again each time a window gets
 * the focus.
 */
const KEPT = { staleTime: Infinity, refetchOnWindowFocus: false } as const;

export const firstBuddiesQuery = (api: Api) =>
  queryOptions({
    ...KEPT,
    queryKey: [...BUDDIES_KEY, "first"],
    queryFn: ({ signal }) => api.call(listBuddies, { query: FIRST_PAGE, signal }),
    refetchOnMount: "always",
  });

/** The pages after the first. */
export const laterBuddiesQuery = (api: Api) =>
  queryOptions({
    ...KEPT,
    queryKey: [...BUDDIES_KEY, "later"],
    queryFn: ({ signal }) =>
      loadLater((start) => api.call(listBuddies, { query: { start, limit: LATER_LIMIT, search: "" }, signal })),
    refetchOnMount: "always",
  });

const MINE_KEY = [...BUDDIES_KEY, "mine"] as const;

/** The watched colleagues, in the person's own order. */
export const myBuddiesQuery = (api: Api) =>
  queryOptions({
    ...KEPT,
    queryKey: MINE_KEY,
    queryFn: async ({ signal }): Promise<Watched> => (await api.call(listMyBuddies, { signal })).data,
    refetchOnMount: "always",
  });

/** The list in the cache. */
export function watchedTruth(client: QueryClient, onChanged: () => void): WatchedTruth {
  return {
    get: () => client.getQueryData<Watched>(MINE_KEY) ?? [],
    async set(list) {
      // A running request may return the state before the change, so it must not overwrite the change.
      await client.cancelQueries({ queryKey: MINE_KEY });
      if (list === null) await client.invalidateQueries({ queryKey: MINE_KEY });
      else client.setQueryData<Watched>(MINE_KEY, list);
      onChanged();
    },
  };
}
