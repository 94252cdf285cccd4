import { listQueueWalls } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { SERVICE_PATHS } from "../../../shared/routes.ts";

export const wallsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["queues", "walls"],
    queryFn: async ({ signal }) => (await api.call(listQueueWalls, { signal })).data,
  });

/** QWALL-1: the secret is behind the `#`, so that no server and no referrer gets it with the address. */
export const wallAddress = (secret: string): string => `${window.location.origin}${SERVICE_PATHS.queueWall}#${secret}`;
