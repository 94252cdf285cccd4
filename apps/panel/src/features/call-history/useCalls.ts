import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer } from "react";
import { usePagedList } from "../../shared/list/paging.ts";
import type { PagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useDebouncedSearch } from "../../shared/search/useDebouncedSearch.ts";
import { callsQuery } from "./call-history.api.ts";
import type { CallPage } from "./call-history.api.ts";
import { firstView, stepCallView } from "./call-history.model.ts";
import type { CallView, CallViewAction } from "./call-history.model.ts";
import { keepZone, readZone } from "./zone.store.ts";

/** Calls that have ended, a page at a time. */
export interface Calls extends PagedList<CallPage> {
  readonly view: CallView;
  readonly dispatch: (action: CallViewAction) => void;
  readonly search: string;
}

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useCalls(): Calls {
  const { api, clock, storage, viewer } = usePanel();
  const userId = viewer.user.id;
  const [view, dispatch] = useReducer(stepCallView, null, () => firstView(readZone(storage, userId, zoneHere())));
  const { zone } = view;
  useEffect(() => keepZone(storage, userId, { zone, here: zoneHere() }), [storage, userId, zone]);
  const search = useDebouncedSearch(() => dispatch({ type: "searched" }));
  const query = useQuery(callsQuery(api, { view, search, now: () => clock.now() }));
  const turnTo = useCallback((page: number) => dispatch({ type: "pageTurned", page }), []);
  const list = usePagedList({ query, page: view.page, pageSize: PAGE_SIZE.cdrs, turnTo });
  return { ...list, view, dispatch, search };
}
