import { findCompanyPeople } from "@callpanel/contract";
import type { FoundPerson } from "@callpanel/contract";
import type { PickSource } from "../../../shared/pick/PickField.tsx";
import { ADMINISTRATION_KEY } from "../administration.reload.ts";

/** The people of the company, for fields of administration. */
export const COMPANY_PEOPLE: PickSource<FoundPerson> = {
  queryKey: [...ADMINISTRATION_KEY, "find-people"],
  find: async (api, search, signal) => (await api.call(findCompanyPeople, { query: { search }, signal })).data,
};
