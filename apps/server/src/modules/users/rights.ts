import { mergePermissions, type Rights } from "@callpanel/contract";
import type { UserStore } from "./users.store.ts";

/** A person's rights: those of their groups and their own. What decides about a person's request asks this. */
export async function rightsOf(users: Pick<UserStore, "permissionsOf">, userId: number): Promise<Rights> {
  const { group, user: own } = await users.permissionsOf(userId);
  return mergePermissions(group, own);
}
