import {
  changeBackupSchedule,
  checkBackup,
  dropRestore,
  getMissingThings,
  getOverview,
  listBackups,
  orderBackupDownload,
  prepareRestore,
  removeReplaced,
  restoreBackup,
  takeBackup,
} from "@callpanel/contract";
import type { GivenProof, BackupSchedule, BackupState, ListedBackup } from "@callpanel/contract";
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

type Placed = Pick<ListedBackup, "place" | "name">;
const placed = ({ place, name }: Placed): Placed => ({ place, name });

export const backupChanges = {
  schedule: (api: Api, body: BackupSchedule & Pick<BackupState, "version"> & Partial<GivenProof>) =>
    api.call(changeBackupSchedule, { body }),
  removeReplaced: (api: Api, name: string) => api.call(removeReplaced, { params: { name } }),
  take: (api: Api) => api.call(takeBackup, {}),
  check: (api: Api, one: Placed) => api.call(checkBackup, { params: placed(one) }),
  orderDownload: (api: Api, one: Placed, body: GivenProof) =>
    api.call(orderBackupDownload, { params: placed(one), body }),
  prepare: (api: Api, one: Placed) => api.call(prepareRestore, { params: placed(one) }),
  drop: (api: Api) => api.call(dropRestore, {}),
  restore: (api: Api, name: string, body: GivenProof & { readonly company: string }) =>
    api.call(restoreBackup, { params: { name }, body }),
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
