import { getPersonalConference, listConferences, PAGE_SIZE, watchConference } from "@callpanel/contract";
import type { Conference } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";

export const CONFERENCES_KEY = ["conferences"] as const;

export interface ConferencePage {
  readonly total: number;
  readonly data: readonly Conference[];
}

export interface WantedConferences {
  /** Zero-based. */
  readonly page: number;
  readonly search: string;
  readonly watchedOnly: boolean;
}

/** A page of the list; the former page stays until the next is loaded. */
export const conferencesQuery = (api: Api, { page, search, watchedOnly }: WantedConferences) =>
  queryOptions({
    queryKey: [...CONFERENCES_KEY, page, search, watchedOnly],
    queryFn: ({ signal }): Promise<ConferencePage> =>
      api.call(listConferences, {
        query: {
          start: page * PAGE_SIZE.conferences,
          limit: PAGE_SIZE.conferences,
          search,
          ...(watchedOnly ? { watch: true } : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const setWatched = (api: Api, id: string, watch: boolean) =>
  api.call(watchConference, { params: { id }, body: { watch } });

/** The settings of the viewer's own conference. */
export const personalQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CONFERENCES_KEY, "own"],
    queryFn: ({ signal }) => api.call(getPersonalConference, { signal }),
  });
