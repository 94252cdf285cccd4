import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePanel } from "../../../shared/panel.ts";
import { firstBuddiesQuery, laterBuddiesQuery } from "../buddies.api.ts";
import { rosterOf } from "./roster.model.ts";
import type { Roster } from "./roster.model.ts";

/** All people that the viewer may see: loading, failed, or the people loaded so far. */
export type RosterState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | {
      readonly phase: "ready";
      readonly roster: Roster;
      readonly loading: boolean;
      /** Why the part after the first page is missing or old. */
      readonly error: unknown;
    };

export function useRoster(): { readonly state: RosterState; readonly retry: () => void } {
  const { api } = usePanel();
  const first = useQuery(firstBuddiesQuery(api));
  const page = first.data;
  const more = page !== undefined && page.total > page.data.length;
  const later = useQuery({ ...laterBuddiesQuery(api), enabled: more });
  const rest = more ? later.data : undefined;
  const roster = useMemo(() => (page ? rosterOf(page, rest) : null), [page, rest]);
  const retry = () => {
    void first.refetch();
    if (more) void later.refetch();
  };
  if (roster === null)
    return { state: first.isError ? { phase: "failed", error: first.error } : { phase: "loading" }, retry };
  const loading = first.isFetching || (more && later.isFetching);
  const error = first.error ?? (more ? later.error : null);
  return { state: { phase: "ready", roster, loading, error }, retry };
}
