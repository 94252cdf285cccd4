import {
  archiveVoicemail,
  bulkDeleteVoicemails,
  bulkFavoriteVoicemails,
  bulkMoveVoicemails,
  bulkReadVoicemails,
  bulkTransferVoicemails,
  bulkUnfavoriteVoicemails,
  bulkUnmoveVoicemails,
  bulkUnreadVoicemails,
  deleteVoicemail,
  getVoicemail,
  listVoicemailCategories,
  listVoicemailFolders,
  listVoicemails,
  markVoicemailFavorite,
  markVoicemailNew,
  markVoicemailRead,
  moveVoicemailToFolder,
  removeVoicemailFromFolder,
  restoreVoicemail,
  transferVoicemail,
  unmarkVoicemailFavorite,
  watchVoicemailBoxes,
} from "@callpanel/contract";
import type { Voicemail, VoicemailQuery } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import { LIST_KEY, VOICEMAILS_KEY } from "./voicemail.reload.ts";

export interface VoicemailPage {
  readonly total: number;
  /** Of the shown boxes, independent of the filters. */
  readonly unread: number;
  readonly data: readonly Voicemail[];
}

/** A page of a folder; the former page stays until the next is loaded. */
export const listQuery = (api: Api, query: VoicemailQuery) =>
  queryOptions({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }): Promise<VoicemailPage> => api.call(listVoicemails, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Which of these messages the list has, on any page. */
export const tickedQuery = (api: Api, query: VoicemailQuery, ids: readonly number[]) => {
  const these = { ...query, start: 0, limit: ids.length, ids: ids.join(",") };
  return queryOptions({
    queryKey: [...VOICEMAILS_KEY, "ticked", these],
    queryFn: async ({ signal }) => (await api.call(listVoicemails, { query: these, signal })).data.map(({ id }) => id),
  });
};

export const messageQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...VOICEMAILS_KEY, "one", id],
    queryFn: ({ signal }): Promise<Voicemail> => api.call(getVoicemail, { params: { id }, signal }),
  });

/** Own folders with messages. */
export const foldersQuery = (api: Api, boxes: string) =>
  queryOptions({
    queryKey: [...VOICEMAILS_KEY, "folders", boxes],
    queryFn: async ({ signal }) =>
      (await api.call(listVoicemailFolders, { query: { filter_by_extension: boxes }, signal })).data,
    placeholderData: keepPreviousData,
  });

export const categoriesQuery = (api: Api, boxes: string) =>
  queryOptions({
    queryKey: [...VOICEMAILS_KEY, "categories", boxes],
    queryFn: async ({ signal }) =>
      (await api.call(listVoicemailCategories, { query: { filter_by_extension: boxes }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** The visible boxes, the own box first. */
export const boxesQuery = (api: Api) =>
  queryOptions({
    queryKey: [...VOICEMAILS_KEY, "boxes"],
    queryFn: async ({ signal }) => (await api.call(watchVoicemailBoxes, { signal })).data,
  });

/** One message's changes (spec 2 §7). */
export const changes = {
  favorite: (api: Api, id: number) => api.call(markVoicemailFavorite, { params: { id } }),
  unfavorite: (api: Api, id: number) => api.call(unmarkVoicemailFavorite, { params: { id } }),
  read: (api: Api, id: number) => api.call(markVoicemailRead, { params: { id } }),
  unread: (api: Api, id: number) => api.call(markVoicemailNew, { params: { id } }),
  move: (api: Api, id: number, custom_folder: string) =>
    api.call(moveVoicemailToFolder, { params: { id }, body: { custom_folder } }),
  unmove: (api: Api, id: number) => api.call(removeVoicemailFromFolder, { params: { id } }),
  archive: (api: Api, id: number, name: string) =>
    api.call(archiveVoicemail, { params: { id: String(id) }, body: { name } }),
  restore: (api: Api, id: number, folder: string) =>
    api.call(restoreVoicemail, { params: { id: String(id) }, body: { folder } }),
  transfer: (api: Api, id: number, extensions: readonly string[]) =>
    api.call(transferVoicemail, { params: { id }, body: { extensions: [...extensions] } }),
  delete: (api: Api, id: number) => api.call(deleteVoicemail, { params: { id: String(id) } }),
};

/** The same for several; the response has the number of changed messages. */
export const bulkChanges = {
  favorite: (api: Api, ids: readonly number[]) => api.call(bulkFavoriteVoicemails, { body: { ids: [...ids] } }),
  unfavorite: (api: Api, ids: readonly number[]) => api.call(bulkUnfavoriteVoicemails, { body: { ids: [...ids] } }),
  read: (api: Api, ids: readonly number[]) => api.call(bulkReadVoicemails, { body: { ids: [...ids] } }),
  unread: (api: Api, ids: readonly number[]) => api.call(bulkUnreadVoicemails, { body: { ids: [...ids] } }),
  move: (api: Api, ids: readonly number[], custom_folder: string) =>
    api.call(bulkMoveVoicemails, { body: { ids: [...ids], custom_folder } }),
  unmove: (api: Api, ids: readonly number[]) => api.call(bulkUnmoveVoicemails, { body: { ids: [...ids] } }),
  transfer: (api: Api, ids: readonly number[], extensions: readonly string[]) =>
    api.call(bulkTransferVoicemails, { body: { ids: [...ids], extensions: [...extensions] } }),
  delete: (api: Api, ids: readonly number[]) => api.call(bulkDeleteVoicemails, { body: { ids: [...ids] } }),
};
