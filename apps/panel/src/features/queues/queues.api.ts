import { listBuddies, listQueueNames, listWatchedQueues } from "@callpanel/contract";
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

/** The user id of the person with an extension; null if the viewer does not see them among the colleagues. */
export const personQuery = (api: Api, exten: string) =>
  queryOptions({
    queryKey: ["queues", "person", exten],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<number | null> => {
      const { data } = await api.call(listBuddies, { query: { start: 0, search: exten, limit: PEOPLE_COUNT }, signal });
      return data.find((one) => one.exten === exten)?.userId ?? null;
    },
  });

/** More than the people whose name or number contains an extension. */
const PEOPLE_COUNT = 18;
