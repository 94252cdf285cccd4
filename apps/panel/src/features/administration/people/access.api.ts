import {
  addPersonPhone,
  endPersonSession,
  endPersonSessions,
  getPersonAccess,
  invitePerson,
  joinPeople,
  previewRemoval,
  removePeople,
  removePersonPhone,
  resetPersonMailboxPin,
  resetPersonSecondFactor,
  setPersonPassword,
  suspendPeople,
} from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

export const accessQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "people", "access", id],
    queryFn: ({ signal }) => api.call(getPersonAccess, { params: { id }, signal }),
  });

export const removalQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "people", "removal", ids],
    queryFn: ({ signal }) => api.call(previewRemoval, { body: { ids: [...ids] }, signal }),
  });

const of = (id: number) => ({ params: { id } });

export const accessChanges = {
  invite: (api: Api, id: number) => api.call(invitePerson, of(id)),
  setPassword: (api: Api, id: number, password: string) =>
    api.call(setPersonPassword, { ...of(id), body: { password } }),
  signOut: (api: Api, id: number) => api.call(endPersonSessions, of(id)),
  endSession: (api: Api, id: number, session: string) => api.call(endPersonSession, { params: { id, session } }),
  resetSecondFactor: (api: Api, id: number) => api.call(resetPersonSecondFactor, of(id)),
  resetMailboxPin: (api: Api, id: number) => api.call(resetPersonMailboxPin, of(id)),
  addPhone: (api: Api, id: number, label: string) => api.call(addPersonPhone, { ...of(id), body: { label } }),
  removePhone: (api: Api, id: number, phone: string) => api.call(removePersonPhone, { params: { id, phone } }),
  suspend: (api: Api, ids: readonly number[], suspended: boolean) =>
    api.call(suspendPeople, { body: { ids: [...ids], suspended } }),
  join: (api: Api, ids: readonly number[], order: { readonly group: string; readonly joins: boolean }) =>
    api.call(joinPeople, { body: { ids: [...ids], ...order } }),
  remove: (api: Api, ids: readonly number[], leadTo: string | null) =>
    api.call(removePeople, { body: { ids: [...ids], lead_to: leadTo } }),
};
