/** The places on which a call can be dropped. */
import { canRead, searchPhoneNumbers } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";
import type { MoveTarget } from "../../shared/phone/moving.ts";
import type { Viewer } from "../../shared/viewer.ts";

/** Rooms change with the company, not with the hour. */
const FRESH_MS = 300_000;
const ROOM_COUNT = 50;

/** Rooms, where the person may look numbers up. */
export const roomsQuery = (api: Api, viewer: Viewer) =>
  queryOptions({
    queryKey: ["moving", "rooms"],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<readonly MoveTarget[]> => {
      if (!canRead(viewer.rights, "softphone")) return [];
      const query = { start: 0, search: "", kind: "room" as const, limit: ROOM_COUNT };
      const { data } = await api.call(searchPhoneNumbers, { query, signal });
      return data.map(({ name, phoneNumber }) => ({ kind: "room" as const, number: phoneNumber, name }));
    },
  });
