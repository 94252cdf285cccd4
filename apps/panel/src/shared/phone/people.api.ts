/** Colleagues by name or number, for choosing one. */
import { listBuddies } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";

/** How many are shown. */
export const PEOPLE_COUNT = 8;

export interface FoundPerson {
  readonly kind: "person";
  readonly number: string;
  readonly name: string;
}

export const peopleQuery = (api: Api, search: string) =>
  queryOptions({
    queryKey: ["people", search],
    queryFn: async ({ signal }): Promise<readonly FoundPerson[]> => {
      const { data } = await api.call(listBuddies, { query: { start: 0, search, limit: PEOPLE_COUNT }, signal });
      return data.map(({ exten, name }) => ({ kind: "person" as const, number: exten, name }));
    },
    placeholderData: keepPreviousData,
  });
