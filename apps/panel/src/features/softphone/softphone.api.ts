/** Numbers to dial (spec 2 §7). */
import type { PhoneNumber } from "@callpanel/contract";
import { searchPhoneNumbers } from "@callpanel/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../../shared/api.ts";

/** People move offices seldom; a minute-old list is good enough to dial from. */
const FRESH_MS = 60_000;
export const MATCH_COUNT = 8;
/** So many are looked at for the best of them. */
export const SEARCH_COUNT = 30;
/** Of those that are offered before anything is typed. */
export const SUGGESTION_COUNT = 60;
/** The most a list of people asks for at once; the search narrows it. */
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

/** Who has a number, for words outside of what is drawn; the number where nobody is known, or nobody answers. */
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

/** What an entry stands for: its `name` tells lots and feature codes (spec 1 §3), and nobody's numbers are queues and rooms. */
export type NumberKind = "person" | "place" | "featureCode" | "parking";

export function kindOf({ name, username, contactID }: PhoneNumber): NumberKind {
  if (name === "feature_code") return "featureCode";
  if (name === "parking") return "parking";
  return username === null && contactID === null ? "place" : "person";
}
