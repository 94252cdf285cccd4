import {
  addCompanyGroup,
  changeCompanyGroup,
  changePersonRights,
  findRightTargets,
  getCompanyGroup,
  getPersonRights,
  getPersonView,
  joinPeople,
  listCompanyGroups,
  listGroupPeople,
  removeCompanyGroup,
} from "@callpanel/contract";
import type { CompanyGroupRow, NewCompanyGroup, Permission, TargetKind } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import type { Pickable, PickSource } from "../../../shared/pick/PickField.tsx";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";
import type { AreaPage, Asked } from "../list/useAreaList.ts";

export const loadGroups = (
  api: Api,
  { start, limit, search }: Asked<object>,
  signal: AbortSignal,
): Promise<AreaPage<CompanyGroupRow>> => api.call(listCompanyGroups, { query: { start, limit, search }, signal });

/** More than a company has. */
const MOST_GROUPS = 1_000;

export const allGroupsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "permissions", "groups"],
    queryFn: async ({ signal }) =>
      (await api.call(listCompanyGroups, { query: { limit: MOST_GROUPS }, signal })).data.map(({ name }) => name),
  });

export const groupQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "permissions", "group", name],
    queryFn: ({ signal }) => api.call(getCompanyGroup, { params: { name }, signal }),
  });

export interface MembersAsked {
  readonly start: number;
  readonly limit: number;
}

export const membersQuery = (api: Api, name: string, { start, limit }: MembersAsked) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "permissions", "members", name, start],
    queryFn: ({ signal }) => api.call(listGroupPeople, { params: { name }, query: { start, limit }, signal }),
    placeholderData: keepPreviousData,
  });

export const rightsQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "permissions", "person", id],
    queryFn: ({ signal }) => api.call(getPersonRights, { params: { id }, signal }),
  });

export const viewQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "permissions", "view", id],
    queryFn: ({ signal }) => api.call(getPersonView, { params: { id }, signal }),
  });

/** What a right can be limited to. */
export const targetSource = (kind: TargetKind): PickSource<Pickable> => ({
  queryKey: [...ADMINISTRATION_KEY, "permissions", "targets", kind],
  find: async (api, search, signal) =>
    (await api.call(findRightTargets, { query: { kind, search }, signal })).data.map(({ target, name, number }) => ({
      id: target,
      name,
      extension: number,
    })),
});

export const groupChanges = {
  add: (api: Api, body: NewCompanyGroup) => api.call(addCompanyGroup, { body }),
  change: (api: Api, name: string, body: NewCompanyGroup & { version: string }) =>
    api.call(changeCompanyGroup, { params: { name }, body }),
  remove: (api: Api, name: string) => api.call(removeCompanyGroup, { params: { name } }),
  join: (api: Api, group: string, { id, joins }: { id: number; joins: boolean }) =>
    api.call(joinPeople, { body: { ids: [id], group, joins } }),
};

export const changeRights = (api: Api, id: number, body: { version: string; permissions: Permission[] }) =>
  api.call(changePersonRights, { params: { id }, body });
