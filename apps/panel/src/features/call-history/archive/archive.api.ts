import type { RecordingArchive } from "@callpanel/contract";
import {
  downloadRecordingArchive,
  getOwnRecordingArchive,
  removeRecordingArchive,
  startRecordingArchive,
} from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../../shared/api/api.ts";
import { CALLS_KEY } from "../call-history.api.ts";
import type { CallFilter } from "../call-history.model.ts";
import { filterOf } from "../call-history.model.ts";

export const ARCHIVE_KEY = [...CALLS_KEY, "archive"] as const;

/** The person's own archive; null if there is none. */
export const archiveQuery = (api: Api) =>
  queryOptions({
    queryKey: ARCHIVE_KEY,
    queryFn: async ({ signal }): Promise<RecordingArchive | null> =>
      (await api.call(getOwnRecordingArchive, { signal })).data,
  });

/** The calls to archive recordings of: `calls` by their ids, else the whole list, all pages. */
export interface ArchiveOrder {
  readonly filter: CallFilter;
  readonly search: string;
  readonly now: number;
  readonly calls?: readonly number[];
}

export function startArchive(api: Api, { filter, search, now, calls }: ArchiveOrder): Promise<RecordingArchive> {
  const body = filterOf(filter, search, now);
  return api.call(startRecordingArchive, { body: { ...body, ...(calls === undefined ? {} : { calls: [...calls] }) } });
}

export const removeArchive = (api: Api, id: string): Promise<unknown> =>
  api.call(removeRecordingArchive, { params: { id } });

export const archiveFile = (download: Download, id: string): Promise<Blob> =>
  download(downloadRecordingArchive, { params: { id } });
