import {
  changeSavedQueueReport,
  createSavedQueueReport,
  listReportRecipients,
  listSavedQueueReports,
  removeSavedQueueReport,
} from "@callpanel/contract";
import type { SavedQueueReport, SavedQueueReportDraft } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";

export const SAVED_KEY = ["queues/reports/saved"] as const;

export const savedQuery = (api: Api) =>
  queryOptions({
    queryKey: SAVED_KEY,
    queryFn: async ({ signal }): Promise<readonly SavedQueueReport[]> =>
      (await api.call(listSavedQueueReports, { signal })).data,
  });

export const recipientsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["queues/reports/recipients"],
    queryFn: async ({ signal }) => (await api.call(listReportRecipients, { query: {}, signal })).data,
  });

/** `id` null: a new one. */
export const saveReport = (api: Api, id: number | null, body: SavedQueueReportDraft): Promise<SavedQueueReport> =>
  id === null ? api.call(createSavedQueueReport, { body }) : api.call(changeSavedQueueReport, { params: { id }, body });

export const removeReport = (api: Api, id: number) => api.call(removeSavedQueueReport, { params: { id } });
