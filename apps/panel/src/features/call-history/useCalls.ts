import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import { usePanel } from "../../shared/panel.ts";
import { useSettledSearch } from "../../shared/useSettledSearch.ts";
import { callsQuery } from "./call-history.api.ts";
import type { CallPage } from "./call-history.api.ts";
import { firstView, pageCountOf, stepCallView } from "./call-history.model.ts";
import type { CallView, CallViewAction } from "./call-history.model.ts";

/** A list of calls: not there yet, not to be had, or a page of it. */
export type CallsState =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | { readonly phase: "ready"; readonly page: CallPage; readonly stale: boolean };

export interface Calls {
  readonly view: CallView;
  readonly dispatch: (action: CallViewAction) => void;
  readonly search: string;
  readonly state: CallsState;
  readonly retry: () => void;
}

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useCalls(): Calls {
  const { api, clock } = usePanel();
  const [view, dispatch] = useReducer(stepCallView, null, () => firstView(zoneHere()));
  const search = useSettledSearch(() => dispatch({ type: "searched" }));
  const query = useQuery(callsQuery(api, { view, search, now: () => clock.now() }));
  const { data } = query;
  const lastPage = data === undefined ? null : pageCountOf(data.total) - 1;
  const beyond = lastPage !== null && !query.isPlaceholderData && view.page > lastPage;
  useEffect(() => {
    if (beyond && lastPage !== null) dispatch({ type: "pageTurned", page: lastPage });
  }, [beyond, lastPage]);
  // A filter that is refused is said, whatever was shown before.
  const failed = query.isError && (data === undefined || query.isPlaceholderData);
  const state: CallsState = failed
    ? { phase: "failed", error: query.error }
    : data !== undefined && !beyond
      ? { phase: "ready", page: data, stale: query.isPlaceholderData }
      : { phase: "loading" };
  return { view, dispatch, search, state, retry: () => void query.refetch() };
}
