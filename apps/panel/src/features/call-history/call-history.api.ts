import type { CallDetails, CallRecord, WatchedUser } from "@callpanel/contract";
import { exportCalls, getCall, getCallRecording, listCalls, PAGE_SIZE, watchCallUsers } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../shared/api/api.ts";
import type { CallFilter, CallView } from "./call-history.model.ts";
import { queryOf } from "./call-history.model.ts";

export const CALLS_KEY = ["cdrs"] as const;

export interface CallPage {
  readonly total: number;
  readonly data: readonly CallRecord[];
  /** The search was limited to this many of the latest calls. */
  readonly searched?: number | undefined;
}

/** A page of the list; the former page stays until the next is loaded. `now` determines the current day. */
export function callsQuery(api: Api, { view, search, now }: { view: CallView; search: string; now: () => number }) {
  return queryOptions({
    queryKey: [...CALLS_KEY, "list", { ...view, selected: null }, search],
    queryFn: ({ signal }): Promise<CallPage> =>
      api.call(listCalls, {
        query: { ...queryOf(view, search, now()), start: view.page * PAGE_SIZE.cdrs, limit: PAGE_SIZE.cdrs },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export const callQuery = (api: Api, id: number, zone: string) =>
  queryOptions({
    queryKey: [...CALLS_KEY, "call", id, zone],
    queryFn: ({ signal }): Promise<CallDetails> =>
      api.call(getCall, { params: { id }, query: { time_zone: zone }, signal }),
  });

/** The people whose calls the viewer may list, the viewer first. Only a change of rights changes them. */
export const watchedQuery = (api: Api) =>
  queryOptions({
    queryKey: ["cdrs/can_watch_users"],
    queryFn: async ({ signal }): Promise<readonly WatchedUser[]> => (await api.call(watchCallUsers, { signal })).data,
  });

/** The whole list, all pages. */
export const exportAll = (download: Download, filter: CallFilter, search: string, now: number): Promise<Blob> =>
  download(exportCalls, { query: queryOf(filter, search, now) });

export interface WantedRecording {
  readonly callId: number;
  readonly recording: string;
  readonly format: "ogg" | "mp3";
  readonly signal?: AbortSignal;
}

export const recordingOf = (download: Download, { callId, recording, format, signal }: WantedRecording) =>
  download(getCallRecording, {
    params: { id: String(callId) },
    query: { recording, format },
    ...(signal === undefined ? {} : { signal }),
  });
