import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePagedList } from "../../../shared/list/paging.ts";
import type { PagedList } from "../../../shared/list/paging.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useDebouncedSearch } from "../../../shared/search/useDebouncedSearch.ts";
import { roomsQuery } from "../video.api.ts";
import type { VideoRoomPage } from "../video.api.ts";

/** The rooms that the user may join, a page at a time. */
export interface VideoRooms extends PagedList<VideoRoomPage> {
  readonly search: string;
}

export function useRooms(): VideoRooms {
  const { api } = usePanel();
  const [page, turnTo] = useState(0);
  const search = useDebouncedSearch(() => turnTo(0));
  const query = useQuery(roomsQuery(api, page, search));
  return { ...usePagedList({ query, page, pageSize: PAGE_SIZE.videoConferences, turnTo }), search };
}
