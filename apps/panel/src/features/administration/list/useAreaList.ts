import { PAGE_SIZE } from "@callpanel/contract";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useReducer } from "react";
import type { Api } from "../../../shared/api/api.ts";
import { usePagedList } from "../../../shared/list/paging.ts";
import type { PagedList } from "../../../shared/list/paging.ts";
import { FIRST_PAGE, stepListView } from "../../../shared/list/view.model.ts";
import type { ListView, ListViewAction } from "../../../shared/list/view.model.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useDebouncedSearch } from "../../../shared/search/useDebouncedSearch.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

/** A page as lists of administration answer. */
export interface AreaPage<Row> {
  readonly total: number;
  readonly data: readonly Row[];
}

export interface Asked<Filter> {
  readonly start: number;
  readonly limit: number;
  readonly search: string;
  readonly filter: Filter;
}

export interface AreaListOptions<Page, Filter> {
  /** The area's name: the key of its queries. */
  readonly area: string;
  readonly first: Filter;
  readonly load: (api: Api, asked: Asked<Filter>, signal: AbortSignal) => Promise<Page>;
}

/** A list of an area, a page at a time: searched, filtered, with selected rows. */
export interface AreaListState<Page, Filter> extends PagedList<Page> {
  readonly search: string;
  readonly filter: Filter;
  readonly filtered: boolean;
  readonly selected: ReadonlySet<number>;
  readonly onFilter: (patch: Partial<Filter>) => void;
  readonly clearFilter: () => void;
  readonly onTick: (ids: readonly number[], on: boolean) => void;
  readonly untick: () => void;
}

interface View<Filter> extends ListView {
  readonly filter: Filter;
}
type Action<Filter> =
  | ListViewAction
  | { readonly type: "filtered"; readonly filter: Filter }
  | { readonly type: "searched" };

function stepView<Filter>(view: View<Filter>, action: Action<Filter>): View<Filter> {
  if (action.type === "filtered") return { ...FIRST_PAGE, filter: action.filter };
  if (action.type === "searched") return { ...FIRST_PAGE, filter: view.filter };
  return stepListView(view, action);
}

const LIMIT = PAGE_SIZE.administration;

export function useAreaList<Row, Page extends AreaPage<Row>, Filter extends object>(
  options: AreaListOptions<Page, Filter>,
): AreaListState<Page, Filter> {
  const { area, first, load } = options;
  const { api } = usePanel();
  const [view, dispatch] = useReducer<View<Filter>, [Action<Filter>]>(stepView, { ...FIRST_PAGE, filter: first });
  const search = useDebouncedSearch(() => dispatch({ type: "searched" }));
  const { page, filter, selected } = view;
  const query = useQuery(
    queryOptions({
      queryKey: [...ADMINISTRATION_KEY, area, "list", search, filter, page],
      queryFn: ({ signal }) => load(api, { start: page * LIMIT, limit: LIMIT, search, filter }, signal),
      placeholderData: keepPreviousData,
    }),
  );
  const turnTo = useCallback((to: number) => dispatch({ type: "pageTurned", page: to }), []);
  return {
    ...usePagedList({ query, page, pageSize: LIMIT, turnTo }),
    search,
    filter,
    filtered: JSON.stringify(filter) !== JSON.stringify(first),
    selected,
    onFilter: (patch) => dispatch({ type: "filtered", filter: { ...filter, ...patch } }),
    clearFilter: () => dispatch({ type: "filtered", filter: first }),
    onTick: (ids, on) => dispatch({ type: "ticked", ids, on }),
    untick: () => dispatch({ type: "unticked" }),
  };
}
