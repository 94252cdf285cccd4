import { type Rights } from "@callpanel/contract";
import type { AuthService } from "../../modules/auth/index.ts";
import { rightsOf, type User } from "../../modules/users/index.ts";
import type { Stores } from "./storage.ts";

/** Undefined: the session has ended, or the person may not use the panel. */
export type PersonOf = (session: {
  readonly sessionId: string;
  readonly userId: number;
}) => Promise<{ readonly user: User; readonly rights: Rights } | undefined>;

/** Whose session it is, as they are now. */
export const createPersonOf =
  ({ isSessionOpen }: Pick<AuthService, "isSessionOpen">, { users }: Pick<Stores, "users">): PersonOf =>
  async ({ sessionId, userId }) => {
    const user = (await isSessionOpen(sessionId)) ? await users.byId(userId) : undefined;
    if (user?.mayUsePanel !== true) return undefined;
    return { user, rights: await rightsOf(users, userId) };
  };
