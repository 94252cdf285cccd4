/** The places to which calls can be moved. */
import { canRead, getParkings, searchPhoneNumbers } from "@callpanel/contract";
import type { ParkingLot } from "@callpanel/contract";
import type { Viewer } from "../../shared/viewer.ts";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import type { MoveTarget } from "../../shared/phone/moving.ts";

/** Lots and rooms change with the company, not with the hour. */
const FRESH_MS = 300_000;
const ROOM_COUNT = 50;

/** The lots with their slots; empty without the right to see them. */
export const lotsQuery = (api: Api, viewer: Viewer) =>
  queryOptions({
    queryKey: ["moving", "lots"],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<readonly ParkingLot[]> =>
      canRead(viewer.rights, "parkings") ? (await api.call(getParkings, { signal })).data : [],
  });

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
