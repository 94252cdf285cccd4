import {
  addCompanyPerson,
  changeCompanyPerson,
  getCompanyPerson,
  listCompanyPeople,
  type CompanyPerson,
  type CompanyPersonRow,
  type NewCompanyPerson,
  type PersonState,
} from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import type { AreaPage, Asked } from "../list/useAreaList.ts";

export interface PeoplePage extends AreaPage<CompanyPersonRow> {
  /** Names of all groups. */
  readonly groups: readonly string[];
}

export interface PeopleFilter {
  readonly state: PersonState | null;
  readonly group: string | null;
}
export const EVERYBODY: PeopleFilter = { state: null, group: null };

export const loadPeople = (api: Api, { filter, ...asked }: Asked<PeopleFilter>, signal: AbortSignal) =>
  api.call(listCompanyPeople, {
    query: {
      ...asked,
      ...(filter.state === null ? {} : { state: filter.state }),
      ...(filter.group === null ? {} : { group: filter.group }),
    },
    signal,
  });

const keyOf = (id: number) => [...ADMINISTRATION_KEY, "people", "one", id] as const;

export const personQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }): Promise<CompanyPerson> => api.call(getCompanyPerson, { params: { id }, signal }),
  });

export const groupsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "people", "groups"],
    queryFn: async ({ signal }) => (await api.call(listCompanyPeople, { query: { limit: 1 }, signal })).groups,
  });

export type PersonValues = Omit<NewCompanyPerson, "username">;

export const peopleChanges = {
  add: (api: Api, body: NewCompanyPerson): Promise<CompanyPerson> => api.call(addCompanyPerson, { body }),
  change: (api: Api, id: number, body: PersonValues & { version: string }): Promise<CompanyPerson> =>
    api.call(changeCompanyPerson, { params: { id }, body }),
};
