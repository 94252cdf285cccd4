import {
  checkBackup,
  downloadBackup,
  getMissingThings,
  getOverview,
  listBackups,
  takeBackup,
} from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

const WORKING_MS = 1_000;
const OVERVIEW_MS = 5_000;

/** Asked again each second while something is done. */
export const backupsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "backups"],
    queryFn: ({ signal }) => api.call(listBackups, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? WORKING_MS : false),
  });

export const backupChanges = {
  take: (api: Api) => api.call(takeBackup, {}),
  check: (api: Api, name: string) => api.call(checkBackup, { params: { name } }),
  download: (download: Download, name: string) => download(downloadBackup, { params: { name } }),
};

export const overviewQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "overview"],
    queryFn: ({ signal }) => api.call(getOverview, { signal }),
    refetchInterval: OVERVIEW_MS,
  });

export const missingQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "missing"],
    queryFn: async ({ signal }) => (await api.call(getMissingThings, { signal })).data,
  });
