import { listQueueNames, listWatchedQueues } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";

/** The numbers of the queues that the person watches. */
export const watchedQuery = (api: Api) =>
  queryOptions({
    queryKey: ["queues", "watched"],
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await api.call(listWatchedQueues, { signal })).data.map(({ number }) => number),
  });

/** All queues that the person may see. */
export const queueNamesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["queues", "names"],
    queryFn: ({ signal }) => api.call(listQueueNames, { signal }),
  });
