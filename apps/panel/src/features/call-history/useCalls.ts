import { PAGE_SIZE } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useEffectEvent, useReducer } from "react";
import { usePagedList } from "../../shared/list/paging.ts";
import type { PagedList } from "../../shared/list/paging.ts";
import { usePanel } from "../../shared/panel.ts";
import { useDebouncedSearch } from "../../shared/search/useDebouncedSearch.ts";
import { addressOf, readAddress } from "./address.model.ts";
import type { AddressedFilter } from "./address.model.ts";
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

const PATH = "/cdrs";
const keyOf = (filter: AddressedFilter): string => JSON.stringify(addressOf(filter));
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** CDR-63: the filter is kept in the address. */
export function useCalls(): Calls {
  const { api, clock, storage, viewer } = usePanel();
  const userId = viewer.user.id;
  const navigate = useNavigate();
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const [view, step] = useReducer(stepCallView, null, () => ({
    ...firstView(readZone(storage, userId, zoneHere())),
    ...readAddress(address),
  }));
  const { zone } = view;
  const dispatch = (action: CallViewAction): void => {
    step(action);
    if (action.type === "filtered")
      void navigate({ to: PATH, search: addressOf({ ...view, ...action.change }), replace: true });
  };
  const follow = useEffectEvent(() => {
    const change = readAddress(address);
    if (keyOf(change) !== keyOf(view)) step({ type: "filtered", change });
  });
  // Another address of this page: a link, or a step back.
  const key = keyOf(readAddress(address));
  useEffect(() => follow(), [key]);
  useEffect(() => keepZone(storage, userId, { zone, here: zoneHere() }), [storage, userId, zone]);
  const search = useDebouncedSearch(() => step({ type: "searched" }));
  const query = useQuery(callsQuery(api, { view, search, now: () => clock.now() }));
  const turnTo = useCallback((page: number) => step({ type: "pageTurned", page }), []);
  const list = usePagedList({ query, page: view.page, pageSize: PAGE_SIZE.cdrs, turnTo });
  return { ...list, view, dispatch, search };
}
