/** Numbers to dial (spec 2 §7). */
import type { PhoneNumber } from "@callpanel/contract";
import { searchPhoneNumbers } from "@callpanel/contract";
import type { Api } from "../../shared/api/api.ts";
import { boxNumber } from "../../shared/phone/voicemailNumbers.ts";
import type { Viewer } from "../../shared/viewer.ts";
import type { Words } from "../../shared/words/words.ts";
import { softphoneMessages } from "./softphone.messages.ts";

export const MATCH_COUNT = 8;
/** How many matches are requested, to show the best of them. */
export const SEARCH_COUNT = 30;
/** The maximum a list of people requests; a search narrows it. */
export const CONTACT_COUNT = 500;

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

/** The same for where a call is sent: also a mailbox, in words. */
export async function destinationName({ api, viewer, words }: NamingDeps, number: string): Promise<string> {
  const code = boxNumber(viewer, "");
  if (code === null || !number.startsWith(code) || number === code) return nameOf(api, number);
  const name = await nameOf(api, number.slice(code.length));
  return words.text(softphoneMessages, "softphone.transfer.box", { name });
}

interface NamingDeps {
  readonly api: Api;
  readonly viewer: Viewer;
  readonly words: Words;
}

/** The kind of an entry: lots and feature codes by `name` (spec 1 §3); numbers without a person are queues and rooms. */
export type NumberKind = "person" | "place" | "featureCode" | "parking";

export function kindOf({ name, username, contactID }: PhoneNumber): NumberKind {
  if (name === "feature_code") return "featureCode";
  if (name === "parking") return "parking";
  return username === null && contactID === null ? "place" : "person";
}
