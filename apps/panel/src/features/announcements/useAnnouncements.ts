import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSettledSearch } from "../../shared/useSettledSearch.ts";
import { listQuery } from "./announcements.api.ts";
import type { AnnouncementPage } from "./announcements.api.ts";

/** The list: not there yet, not to be had, or a page of it. */
export type AnnouncementsState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | { readonly phase: "ready"; readonly page: AnnouncementPage; readonly stale: boolean };

export interface Announcements {
  readonly state: AnnouncementsState;
  readonly search: string;
  /** Zero-based. */
  readonly page: number;
  readonly turnTo: (page: number) => void;
  readonly retry: () => void;
}

export const pageCountOf = (total: number): number => Math.max(1, Math.ceil(total / PAGE_SIZE.announcements));

export function useAnnouncements(): Announcements {
  const { api } = usePanel();
  const [page, turnTo] = useState(0);
  const search = useSettledSearch(() => turnTo(0));
  const query = useQuery(listQuery(api, page, search));
  const { data } = query;
  const lastPage = data === undefined ? null : pageCountOf(data.total) - 1;
  // The last of a page was deleted: the page before it is the last now.
  const beyond = lastPage !== null && !query.isPlaceholderData && page > lastPage;
  if (beyond && lastPage !== null) turnTo(lastPage);
  const state: AnnouncementsState =
    data !== undefined && !beyond
      ? { phase: "ready", page: data, stale: query.isPlaceholderData }
      : query.isError
        ? { phase: "failed", error: query.error }
        : { phase: "loading" };
  return { state, search, page, turnTo, retry: () => void query.refetch() };
}
