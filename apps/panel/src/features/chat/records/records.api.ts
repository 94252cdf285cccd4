import {
  exportChatRoom,
  getChatKeeping,
  getCompanyKeeping,
  getOwnChatExport,
  listChatRoomActs,
} from "@callpanel/contract";
import type { ExportFormName, Locale } from "@callpanel/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../../shared/api/api.ts";
import { CHAT_KEY } from "../../../shared/chat/chatPeople.ts";

/** Others change it too: asked for each time it is shown. */
export const keepingQuery = (api: Api, room: string) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "keeping", room],
    queryFn: ({ signal }) => api.call(getChatKeeping, { params: { room_id: room }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const companyKeepingQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "companyKeeping"],
    queryFn: ({ signal }) => api.call(getCompanyKeeping, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

const ACTS_A_PAGE = 50;

/** What was done with a room, the latest first. */
export const actsQuery = (api: Api, room: string) =>
  infiniteQueryOptions({
    queryKey: [...CHAT_KEY, "acts", room],
    queryFn: ({ pageParam, signal }) =>
      api.call(listChatRoomActs, {
        params: { room_id: room },
        query: { limit: ACTS_A_PAGE, ...(pageParam > 0 && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });

const PROGRESS_EVERY_MS = 1_000;

/** The progress of the user's export, while it runs. */
export const exportProgressQuery = (api: Api) =>
  queryOptions({
    queryKey: [...CHAT_KEY, "ownExport"],
    queryFn: ({ signal }) => api.call(getOwnChatExport, { signal }),
    refetchInterval: PROGRESS_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });

export interface WantedFile {
  readonly room: string;
  readonly form: ExportFormName;
  readonly files: boolean;
  readonly locale: Locale;
  readonly signal: AbortSignal;
}

/** The whole file. Ending `signal` ends it at the server too. */
export const roomFile = (download: Download, { room, form, files, locale, signal }: WantedFile): Promise<Blob> =>
  download(exportChatRoom, {
    params: { room_id: room },
    query: { form, files, locale, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    signal,
  });
