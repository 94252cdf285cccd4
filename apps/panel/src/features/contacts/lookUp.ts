import { lookupContacts } from "@callpanel/contract";
import type { Api } from "../../shared/api/api.ts";
import type { FoundName } from "./names.store.ts";

/** The contacts with these numbers. */
export async function lookUp(api: Api, numbers: readonly string[]): Promise<readonly FoundName[]> {
  const { data } = await api.call(lookupContacts, { body: { numbers: [...numbers] } });
  return data.map(({ number, name, company, image_url: imageUrl }) => ({ number, name, company, imageUrl }));
}
