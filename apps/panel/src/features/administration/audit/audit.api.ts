import { exportAuditLines, listAuditLines, type AuditArea, type AuditLine } from "@callpanel/contract";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { Api, Download } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

export interface AuditFilter {
  readonly search: string;
  readonly area: AuditArea | null;
}

interface AuditPage {
  readonly data: readonly AuditLine[];
  readonly next: number | null;
}

const PAGE_LINES = 50;
/** Before no line yet: ids are smaller. */
const LATEST: number = Number.MAX_SAFE_INTEGER;
const queryOf = ({ search, area }: AuditFilter) => ({ search, ...(area === null ? {} : { area }) });

/** The latest lines first; each further page is older. */
export const auditQuery = (api: Api, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...ADMINISTRATION_KEY, "audit", filter],
    queryFn: ({ pageParam, signal }): Promise<AuditPage> =>
      api.call(listAuditLines, {
        query: { ...queryOf(filter), limit: PAGE_LINES, before: pageParam },
        signal,
      }),
    initialPageParam: LATEST,
    getNextPageParam: ({ next }: AuditPage) => next,
    placeholderData: keepPreviousData,
  });

export const fetchAuditFile = (download: Download, filter: AuditFilter): Promise<Blob> =>
  download(exportAuditLines, { query: queryOf(filter) });
