import { getParkings } from "@callpanel/contract";
import type { ParkingLot } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";

/** The lots; `known` are the lots from start-up, shown until they are loaded again. */
export const lotsQuery = (api: Api, known: readonly ParkingLot[] | null) =>
  queryOptions({
    queryKey: ["parkings"],
    queryFn: async (): Promise<readonly ParkingLot[]> => (await api.call(getParkings, {})).data,
    ...(known === null ? {} : { initialData: known, initialDataUpdatedAt: 0 }),
  });
