import { addToBlacklist } from "@callpanel/contract";
import type { BlacklistEntry } from "@callpanel/contract";
import type { Api } from "../../shared/api/api.ts";

/** Adds a number to the person's own blacklist. */
export const addBlocked = (api: Api, entry: Omit<BlacklistEntry, "id">): Promise<BlacklistEntry> =>
  api.call(addToBlacklist, { body: entry });
