import { listBuddies } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api.ts";
import { FIRST_PAGE, LATER_LIMIT, loadLater } from "./roster.model.ts";

/** Every list of this page begins with it, so that they are reloaded together. */
export const BUDDIES_KEY = ["buddies"] as const;

/**
 * The page decides when a list is old (BUDDIES-22): five thousand people are not asked for again each time a window gets the
 * focus.
 */
const KEPT = { staleTime: Infinity, refetchOnWindowFocus: false } as const;

export const firstBuddiesQuery = (api: Api) =>
  queryOptions({
    ...KEPT,
    queryKey: [...BUDDIES_KEY, "first"],
    queryFn: ({ signal }) => api.call(listBuddies, { query: FIRST_PAGE, signal }),
    refetchOnMount: "always",
  });

/** What follows the first page. */
export const laterBuddiesQuery = (api: Api) =>
  queryOptions({
    ...KEPT,
    queryKey: [...BUDDIES_KEY, "later"],
    queryFn: ({ signal }) =>
      loadLater((start) => api.call(listBuddies, { query: { start, limit: LATER_LIMIT, search: "" }, signal })),
    refetchOnMount: "always",
  });
