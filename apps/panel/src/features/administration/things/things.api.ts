import { findDestinations } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import { HOURS } from "./thing.kinds.ts";
import type { ThingPageKind } from "./thing.kinds.ts";

const MOST_HOURS = 100;

export const thingQuery = (api: Api, { area, kind, get }: ThingPageKind, id: string) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, area, kind, "one", id],
    queryFn: ({ signal }) => get(api, id, signal),
  });

export const destinationsQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "destinations", search],
    queryFn: async ({ signal }) => (await api.call(findDestinations, { query: { search }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** The business hours that a number can have. */
export const hoursQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "numbers", "hours", "all"],
    queryFn: async ({ signal }) =>
      (await HOURS.list(api, { start: 0, limit: MOST_HOURS, search: "" }, signal)).data.map(({ id }) => id),
  });
