import type { BodyOf, Token } from "@callpanel/contract";
import { issueToken } from "@callpanel/contract";
import { answerOf } from "../../shared/api/api.ts";
import type { Wire } from "../../shared/api/api.ts";
import type { Clock } from "../../shared/clock.ts";
import type { TextStorage } from "../../shared/storage.ts";
import { bearerOf, hasExpired, hasLostAccess, readToken } from "./token.model.ts";

/** SESSION-6: there is no access token, nothing to refresh with, or the server refused it. */
export type LossCode = "token.noAccess" | "token.noRefresh" | "token.refreshFailed";

/** The stored token and the state that follows it. */
export interface TokenActions {
  /** @returns the token's bearer */
  keep(token: Token): string;
  forget(lost?: LossCode): null;
}

export interface RefreshDeps {
  readonly wire: Wire;
  readonly storage: TextStorage;
  readonly clock: Clock;
}

/** Runs under the lock: if another tab has refreshed already, its token is used. */
export async function refreshToken(
  { wire, storage, clock }: RefreshDeps,
  actions: TokenActions,
  refused: string,
): Promise<string | null> {
  const token = readToken(storage);
  // Without any token another tab has signed out: that is not a lost session.
  if (token === null) return actions.forget(lossOf(storage));
  if (token.refresh_token === "") return actions.forget("token.noRefresh");
  if (bearerOf(token) !== refused && !hasExpired(token, clock.now())) return actions.keep(token);
  try {
    const { refresh_token, client_id } = token;
    const body: BodyOf<typeof issueToken> = {
      grant_type: "refresh_token",
      refresh_token,
      ...(client_id === "" ? {} : { client_id }),
    };
    return actions.keep(await wire.call(issueToken, { body }, null));
  } catch (error) {
    if (isRefusal(error)) return actions.forget("token.refreshFailed");
    throw error;
  }
}

/** Another tab may be writing its tokens at this moment: do not remove anything here. */
export const lossOf = (storage: TextStorage): LossCode | undefined =>
  hasLostAccess(storage) ? "token.noAccess" : undefined;

/** The server refused. Without a response the tokens stay (SESSION-6). */
function isRefusal(error: unknown): boolean {
  const { status = 0 } = answerOf(error) ?? {};
  return status >= 400 && status < 500 && status !== 429;
}
