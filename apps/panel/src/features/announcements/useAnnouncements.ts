import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePagedList } from "../../shared/list/paging.ts";
import type { PagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useDebouncedSearch } from "../../shared/search/useDebouncedSearch.ts";
import { listQuery } from "./announcements.api.ts";
import type { AnnouncementPage } from "./announcements.api.ts";

/** The company's announcements, a page at a time. */
export interface Announcements extends PagedList<AnnouncementPage> {
  readonly search: string;
}

export function useAnnouncements(): Announcements {
  const { api } = usePanel();
  const [page, turnTo] = useState(0);
  const search = useDebouncedSearch(() => turnTo(0));
  const query = useQuery(listQuery(api, page, search));
  return { ...usePagedList({ query, page, pageSize: PAGE_SIZE.announcements, turnTo }), search };
}
