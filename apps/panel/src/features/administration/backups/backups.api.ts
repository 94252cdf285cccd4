import {
  checkBackup,
  dropRestore,
  getMissingThings,
  getOverview,
  listBackups,
  orderBackupDownload,
  prepareRestore,
  restoreBackup,
  takeBackup,
} from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
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

interface RestoreProof {
  readonly company: string;
  readonly current_password: string;
  readonly code?: string;
}

export const backupChanges = {
  take: (api: Api) => api.call(takeBackup, {}),
  check: (api: Api, name: string) => api.call(checkBackup, { params: { name } }),
  orderDownload: (api: Api, name: string) => api.call(orderBackupDownload, { params: { name } }),
  prepare: (api: Api, name: string) => api.call(prepareRestore, { params: { name } }),
  drop: (api: Api) => api.call(dropRestore, {}),
  restore: (api: Api, name: string, body: RestoreProof) => api.call(restoreBackup, { params: { name }, body }),
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
