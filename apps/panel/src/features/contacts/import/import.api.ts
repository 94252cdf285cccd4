import {
  cancelContactImport,
  checkContactImport,
  exportContacts,
  getContactImport,
  getOwnImport,
  getRefusedRows,
  listImportRows,
  readContactFile,
  startContactImport,
} from "@callpanel/contract";
import type { BodyOf, ContactImport, ImportRow } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api, Download } from "../../../shared/api/api.ts";
import { filterOf } from "../contacts.model.ts";
import type { ContactView } from "../contacts.model.ts";

export const ROWS_A_PAGE = 18;

export type RowsShown = "all" | ImportRow["state"];
export type ImportChoices = BodyOf<typeof checkContactImport>;

export const ownImport = async (api: Api): Promise<ContactImport | null> => (await api.call(getOwnImport, {})).data;
export const readFile = (api: Api, file: Blob) => api.call(readContactFile, { file });
export const importNow = (api: Api, id: string) => api.call(getContactImport, { params: { id } });
export const checkRows = (api: Api, id: string, body: ImportChoices) =>
  api.call(checkContactImport, { params: { id }, body });
export const startImport = (api: Api, id: string) => api.call(startContactImport, { params: { id } });
export const cancelImport = (api: Api, id: string) => api.call(cancelContactImport, { params: { id } });

/** A page of the checked rows. `checked` changes with every check. */
export const rowsQuery = (
  api: Api,
  { id, shown, page, checked }: { id: string; shown: RowsShown; page: number; checked: unknown },
) =>
  queryOptions({
    queryKey: ["contact/import", id, shown, page, checked],
    queryFn: ({ signal }) =>
      api.call(listImportRows, {
        params: { id },
        query: { start: page * ROWS_A_PAGE, limit: ROWS_A_PAGE, ...(shown === "all" ? {} : { state: shown }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const refusedRows = (download: Download, id: string) => download(getRefusedRows, { params: { id } });

/** The whole list, all pages. */
export const exportAll = (download: Download, view: ContactView, search: string) =>
  download(exportContacts, {
    body: {
      is_personal: view.list === "personal",
      search,
      ...(view.list === "personal"
        ? { filter_by_personal_tags: filterOf(view).join(" ") }
        : { filter_by_tags: filterOf(view).join(" ") }),
    },
  });
