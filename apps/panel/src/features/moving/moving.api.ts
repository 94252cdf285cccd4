/** The targets for moving calls: places, and colleagues by name or number. */
import { canRead, getParkings, listBuddies, searchPhoneNumbers } from "@callpanel/contract";
import type { Viewer } from "../../shared/viewer.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import type { MoveTarget } from "../../shared/phone/moving.ts";

/** Lots and rooms change with the company, not with the hour. */
const FRESH_MS = 300_000;
const ROOM_COUNT = 50;
export const PEOPLE_COUNT = 8;

/** Lots, and rooms where the person may look numbers up. */
export const placesQuery = (api: Api, viewer: Viewer) =>
  queryOptions({
    queryKey: ["moving", "places"],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<readonly MoveTarget[]> => {
      const lots = canRead(viewer.rights, "parkings") ? await api.call(getParkings, { signal }) : null;
      const rooms = canRead(viewer.rights, "softphone")
        ? await api.call(searchPhoneNumbers, {
            query: { start: 0, search: "", kind: "room" as const, limit: ROOM_COUNT },
            signal,
          })
        : null;
      return [
        ...(lots?.data ?? []).map(({ name, extension }) => ({ kind: "lot" as const, number: extension, name })),
        ...(rooms?.data ?? []).map(({ name, phoneNumber }) => ({ kind: "room" as const, number: phoneNumber, name })),
      ];
    },
  });

export const peopleQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: ["moving", "people", search],
    queryFn: async ({ signal }): Promise<readonly MoveTarget[]> => {
      const { data } = await api.call(listBuddies, { query: { start: 0, search, limit: PEOPLE_COUNT }, signal });
      return data.map(({ exten, name }) => ({ kind: "person" as const, number: exten, name }));
    },
    placeholderData: keepPreviousData,
  });
