/** What the list of destinations asks the server for. */
import { canRead, getParkings, searchPhoneNumbers } from "@callpanel/contract";
import type { ParkingLot } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../api/api.ts";
import type { Viewer } from "../../viewer.ts";
import { NUMBERS_KEY } from "./numbersKey.ts";

/** Lots change with the company, not with the hour. */
const LOTS_FRESH_MS = 300_000;
/** Numbers change rarely; a list that is a minute old is good enough. */
const NUMBERS_FRESH_MS = 60_000;

export interface NumberSearch {
  readonly search: string;
  readonly limit: number;
}

export function numbersQuery(api: Api, { search, limit }: NumberSearch) {
  return queryOptions({
    queryKey: [...NUMBERS_KEY, search, limit],
    queryFn: async ({ signal }) => api.call(searchPhoneNumbers, { query: { search, limit }, signal }),
    staleTime: NUMBERS_FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** The lots with their slots; empty without the right to see them. */
export const lotsQuery = (api: Api, viewer: Viewer) =>
  queryOptions({
    queryKey: ["moving", "lots"],
    staleTime: LOTS_FRESH_MS,
    queryFn: async ({ signal }): Promise<readonly ParkingLot[]> =>
      canRead(viewer.rights, "parkings") ? (await api.call(getParkings, { signal })).data : [],
    retry: false,
  });
