import { useEffect } from "react";
import type { UseQueryResult } from "@tanstack/react-query";

/** A page of a list: loading, failed or loaded; stale while another is being loaded. */
export type PageState<Page> =
  | { readonly phase: "loading" }
  | { readonly phase: "failed"; readonly error: unknown }
  | {
      readonly phase: "ready";
      readonly page: Page;
      readonly stale: boolean;
      /** Why what is shown could not be loaded again; null: it is what the server has. */
      readonly reloadError: unknown;
    };

/** A list that is shown page by page. */
export interface PagedList<Page> {
  readonly state: PageState<Page>;
  /** Zero-based. */
  readonly page: number;
  readonly pageSize: number;
  readonly turnTo: (page: number) => void;
  readonly retry: () => void;
}

/** An empty list has one page. */
export const pageCountOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize));

export interface PageQuery<Page> {
  readonly query: Pick<UseQueryResult<Page>, "data" | "isPlaceholderData" | "isError" | "error" | "refetch">;
  readonly page: number;
  readonly pageSize: number;
  readonly turnTo: (page: number) => void;
}

/** The page of a query, for a list. If the current page no longer exists, it goes to the last page. */
export function usePagedList<Page extends { readonly total: number }>(asked: PageQuery<Page>): PagedList<Page> {
  const { query, page, pageSize, turnTo } = asked;
  const { data, isPlaceholderData: stale } = query;
  const lastPage = data === undefined || stale ? null : pageCountOf(data.total, pageSize) - 1;
  const beyond = lastPage !== null && page > lastPage;
  useEffect(() => {
    if (beyond) turnTo(lastPage);
  }, [beyond, lastPage, turnTo]);
  const state: PageState<Page> =
    data !== undefined && !beyond
      ? { phase: "ready", page: data, stale, reloadError: query.isError ? query.error : null }
      : query.isError
        ? { phase: "failed", error: query.error }
        : { phase: "loading" };
  return { state, page, pageSize, turnTo, retry: () => void query.refetch() };
}
