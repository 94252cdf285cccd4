import type { Authenticate } from "../../kernel/http/caller.ts";
import type { Clock } from "../../kernel/clock.ts";
import { tokenDigest } from "../../kernel/secrets/secrets.ts";
import { rightsOf, type UserStore } from "../users/index.ts";
import type { AuthStore } from "./auth.store.ts";

export interface AuthenticateDeps {
  readonly clock: Pick<Clock, "now">;
  readonly users: UserStore;
  readonly sessions: AuthStore;
}

/** Finds the owner of an access token. Rights are read for each request, so that a removed right ends with the next one. */
export function createAuthenticate({ clock, users, sessions }: AuthenticateDeps): Authenticate {
  return async (accessToken) => {
    const found = await sessions.find(tokenDigest(accessToken));
    if (found === undefined) return undefined;
    const { token, session } = found;
    if (token.kind !== "access" || token.expiresAt <= clock.now() || session.revokedAt !== null) return undefined;
    const user = await users.byId(session.userId);
    if (user === undefined) return undefined;
    return {
      userId: user.id,
      username: user.username,
      extension: user.extension,
      realm: { id: user.realm.id, name: user.realm.name },
      sessionId: session.id,
      rights: await rightsOf(users, user.id),
      mayUsePanel: user.mayUsePanel,
    };
  };
}
