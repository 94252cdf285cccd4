/** Numbers to dial (spec 2 §7). */
import type { PhoneNumber } from "@callpanel/contract";
import { searchPhoneNumbers } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api/api.ts";

/** Numbers change rarely; a list that is a minute old is good enough for dialling. */
const FRESH_MS = 60_000;
export const MATCH_COUNT = 8;
/** How many matches are requested, to show the best of them. */
export const SEARCH_COUNT = 30;
/** How many suggestions are shown before anything is typed. */
export const SUGGESTION_COUNT = 60;
/** The maximum a list of people requests; a search narrows it. */
export const CONTACT_COUNT = 500;
export const SETTLE_MS = 150;

export interface NumberSearch {
  readonly search: string;
  readonly limit: number;
}

export function numbersQuery(api: Api, { search, limit }: NumberSearch) {
  return queryOptions({
    queryKey: ["contact/phone_numbers", search, limit],
    queryFn: async ({ signal }) => api.call(searchPhoneNumbers, { query: { search, limit }, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** The name for a number, for texts outside of components; the number itself if unknown or if the request fails. */
export async function nameOf(api: Api, number: string): Promise<string> {
  try {
    const { data } = await api.call(searchPhoneNumbers, { query: { search: number, limit: MATCH_COUNT } });
    const found = data.find(
      (one) => one.phoneNumber === number && kindOf(one) !== "featureCode" && kindOf(one) !== "parking",
    );
    return found?.name || number;
  } catch {
    return number;
  }
}

/** The kind of an entry: lots and feature codes by `name` (spec 1 §3); numbers without a person are queues and rooms. */
export type NumberKind = "person" | "place" | "featureCode" | "parking";

export function kindOf({ name, username, contactID }: PhoneNumber): NumberKind {
  if (name === "feature_code") return "featureCode";
  if (name === "parking") return "parking";
  return username === null && contactID === null ? "place" : "person";
}
