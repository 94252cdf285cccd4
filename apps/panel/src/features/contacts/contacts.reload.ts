import type { QueryClient } from "@tanstack/react-query";
import { listReload } from "../../shared/live/reload.ts";
import type { NumberNames } from "../../shared/phone/numberNames.ts";

const KEYS = [["contacts"], ["contact/tags"], ["contact/phone_numbers"]] as const;

/** ADDRESS-19: changes of the address book by others appear without a click. An import sends many events. */
export const contactReload = listReload({ action: "CONTACTS", keys: KEYS, gatherMs: 250 });

/** Loads everything that shows contacts again. */
export function reloadContacts(client: Pick<QueryClient, "invalidateQueries">, names: NumberNames): void {
  for (const queryKey of KEYS) void client.invalidateQueries({ queryKey });
  names.refresh();
}
