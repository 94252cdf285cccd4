import { searchPhoneNumbers } from "@callpanel/contract";
import { useQuery } from "@tanstack/react-query";
import { usePanel, useService } from "../../shared/panel.ts";
import { NUMBER_NAMES } from "../../shared/phone/numberNames.ts";
import { NUMBERS_KEY } from "../../shared/phone/send/numbersKey.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useNumberName } from "../../shared/phone/useNumberName.ts";

const MATCH_COUNT = 8;
/** Names of entries that denote a kind (spec 1 §3). */
const KINDS: ReadonlySet<string> = new Set(["feature_code", "parking"]);
const FRESH_MS = 60_000;

/** The name of a forward destination: of a colleague, a place or a contact, else the formatted number. */
export function useDestinationName(number: string): string {
  const { api, viewer } = usePanel();
  const numberNames = useService(NUMBER_NAMES);
  const write = useNumberText(viewer);
  const { data } = useQuery({
    queryKey: [...NUMBERS_KEY, number, MATCH_COUNT],
    queryFn: async ({ signal }) =>
      api.call(searchPhoneNumbers, { query: { search: number, limit: MATCH_COUNT }, signal }),
    staleTime: FRESH_MS,
    enabled: number !== "",
  });
  const contact = useNumberName(numberNames, number);
  const entry = data?.data.find((one) => one.phoneNumber === number && one.contactID === null && !KINDS.has(one.name));
  return entry?.name ?? contact?.name ?? write(number);
}
