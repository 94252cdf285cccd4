import { addApplication, changeApplicationSecret, listApplications, removeApplication } from "@callpanel/contract";
import type { GivenProof } from "@callpanel/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../../shared/api/api.ts";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

export const applicationsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ADMINISTRATION_KEY, "applications"],
    queryFn: ({ signal }) => api.call(listApplications, { signal }),
  });

/** Addresses as they are typed: none has a space. */
export const redirectsOf = (text: string): string[] => text.split(/\s+/).filter((address) => address !== "");

export const applicationChanges = {
  add: (api: Api, { name, redirects }: { readonly name: string; readonly redirects: string }, proof: GivenProof) =>
    api.call(addApplication, { body: { name: name.trim(), redirect_uris: redirectsOf(redirects), ...proof } }),
  changeSecret: (api: Api, id: string, order: GivenProof & { readonly keep_old_hours: number }) =>
    api.call(changeApplicationSecret, { params: { id }, body: order }),
  remove: (api: Api, id: string) => api.call(removeApplication, { params: { id } }),
};
