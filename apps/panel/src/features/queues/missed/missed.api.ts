import { listMissedCallers, PAGE_SIZE, takeMissedCaller } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { MISSED_KEY } from "./missed.reload.ts";

/** A page of the callers who got no answer, the latest first; `page` is zero-based. */
export const missedQuery = (api: Api, page: number) =>
  queryOptions({
    queryKey: [...MISSED_KEY, page],
    queryFn: ({ signal }) =>
      api.call(listMissedCallers, {
        query: { start: page * PAGE_SIZE.missedCallers, limit: PAGE_SIZE.missedCallers, search: "" },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const take = (api: Api, id: number, taken: boolean) =>
  api.call(takeMissedCaller, { params: { id }, body: { taken } });
