import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { usePanel } from "../../shared/panel.ts";
import { firstBuddiesQuery, laterBuddiesQuery } from "./buddies.api.ts";
import { rosterOf } from "./roster.model.ts";
import type { Roster } from "./roster.model.ts";

/** Everyone one may see: nothing yet, nothing to be had, or as many as are there. */
export type RosterState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | {
      readonly phase: "ready";
      readonly roster: Roster;
      readonly loading: boolean;
      /** Why what follows the first page is missing or old. */
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
