import { getActivity, liftLock, listLiveCalls, listLocks, listRegistrations } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ACTIVITY_KEY } from "../administration.reload.ts";
import type { Asked } from "../list/useAreaList.ts";

/** Memory and disk change without an event (ACTIVITY-3). */
const MACHINE_MS = 10_000;
const MOST_CALLS = 100;

export const activityQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ACTIVITY_KEY, "figures"],
    queryFn: ({ signal }) => api.call(getActivity, { signal }),
    refetchInterval: MACHINE_MS,
  });

export const callsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ACTIVITY_KEY, "calls"],
    queryFn: ({ signal }) => api.call(listLiveCalls, { query: { start: 0, limit: MOST_CALLS }, signal }),
    // Their sound changes without an event.
    refetchInterval: MACHINE_MS,
  });

export const locksQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ACTIVITY_KEY, "locks"],
    queryFn: async ({ signal }) => (await api.call(listLocks, { signal })).data,
    // A lock begins without an event.
    refetchInterval: MACHINE_MS,
  });

export const lift = (api: Api, id: string) => api.call(liftLock, { params: { id } });

export const loadRegistrations = (api: Api, { start, limit, search }: Asked<object>, signal: AbortSignal) =>
  api.call(listRegistrations, { query: { start, limit, search }, signal });
export type RegistrationsPage = Awaited<ReturnType<typeof loadRegistrations>>;
