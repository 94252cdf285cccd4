import {
  changeVideoConference,
  createVideoConference,
  listVideoConferences,
  PAGE_SIZE,
  removeVideoConference,
  renewVideoLinks,
} from "@callpanel/contract";
import type { SavedVideoRoom, VideoRoom } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";

export const VIDEO_ROOMS_KEY = ["video-rooms"] as const;

export interface VideoRoomPage {
  readonly total: number;
  readonly data: readonly VideoRoom[];
}

/** A page of the list, without rooms that were made for one meeting; the former page stays until the next is loaded. */
export const roomsQuery = (api: Api, page: number, search: string) =>
  queryOptions({
    queryKey: [...VIDEO_ROOMS_KEY, search, page],
    queryFn: ({ signal }): Promise<VideoRoomPage> => {
      const limit = PAGE_SIZE.videoConferences;
      const query = { start: page * limit, limit, search, exclude_dynamic: true };
      return api.call(listVideoConferences, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

export const roomChanges = {
  create: (api: Api, body: SavedVideoRoom): Promise<VideoRoom> => api.call(createVideoConference, { body }),
  change: (api: Api, id: number, body: SavedVideoRoom): Promise<VideoRoom> =>
    api.call(changeVideoConference, { params: { id }, body }),
  remove: (api: Api, id: number) => api.call(removeVideoConference, { params: { id } }),
  renewLinks: (api: Api, id: number): Promise<VideoRoom> => api.call(renewVideoLinks, { params: { id } }),
};
