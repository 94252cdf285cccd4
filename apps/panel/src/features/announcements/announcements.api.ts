import {
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listSpeechVoices,
  PAGE_SIZE,
  previewSpeech,
  streamAnnouncement,
  uploadAnnouncement,
} from "@callpanel/contract";
import type { Announcement } from "@callpanel/contract";
import type { FetchSound } from "@callpanel/ui";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../shared/api/api.ts";
import type { NewAnnouncement, AnnouncementChange, SpokenText } from "./form/draft.model.ts";

export const ANNOUNCEMENTS_KEY = ["announcements"] as const;

export interface AnnouncementPage {
  readonly total: number;
  readonly data: readonly Announcement[];
}

/** A page of the list; the former page stays until the next is loaded. */
export const listQuery = (api: Api, page: number, search: string) =>
  queryOptions({
    queryKey: [...ANNOUNCEMENTS_KEY, search, page],
    queryFn: ({ signal }): Promise<AnnouncementPage> =>
      api.call(listAnnouncements, {
        query: { start: page * PAGE_SIZE.announcements, limit: PAGE_SIZE.announcements, search },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** The voices there are do not change while the server runs. */
export const voicesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["announcement/list_speech_voices"],
    queryFn: ({ signal }) => api.call(listSpeechVoices, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const announcementChanges = {
  create: (api: Api, body: NewAnnouncement): Promise<Announcement> => api.call(createAnnouncement, { body }),
  change: (api: Api, id: number, body: AnnouncementChange): Promise<Announcement> =>
    api.call(changeAnnouncement, { params: { id }, body }),
  upload: (api: Api, id: number, file: Blob): Promise<Announcement> =>
    api.call(uploadAnnouncement, { params: { id }, file }),
  remove: (api: Api, id: number) => api.call(deleteAnnouncement, { params: { id } }),
};

/** An announcement's sound, for a player. */
export const fetchAnnouncement =
  (download: Download, id: number): FetchSound =>
  ({ format, signal }) =>
    download(streamAnnouncement, { params: { id }, query: { format }, signal });

/** A spoken text, for a player; it is not stored. */
export const fetchPreview =
  (download: Download, body: SpokenText): FetchSound =>
  ({ signal }) =>
    download(previewSpeech, { body, signal });
