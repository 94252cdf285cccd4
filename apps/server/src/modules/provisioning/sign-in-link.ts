import { canRead } from "@callpanel/contract";
import type { Clock } from "../../kernel/clock.ts";
import { newToken, tokenDigest, type RandomBytes } from "../../kernel/secrets/secrets.ts";
import { foldUsername, rightsOf, type UserStore } from "../users/index.ts";
import type { SignInLinkStore } from "./sign-in-link.store.ts";

/** Enough time to set up a phone; an older link in a mailbox would only help a thief. */
export const LINK_SECONDS = 7 * 86_400;
/** Limit for one person: the screen, the mail, another phone. The oldest is removed. */
const MOST_LINKS = 10;
/** Scope of sessions that links open: they end with the links. */
export const LINK_SCOPE = "callpanel anywhere";

export interface SignInLinkDeps {
  readonly clock: Pick<Clock, "now">;
  readonly random: RandomBytes;
  readonly users: UserStore;
  readonly links: SignInLinkStore;
}

export interface SignInLinks {
  issue(caller: {
    readonly userId: number;
    readonly sessionId: string;
  }): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Ends all links of a person and the sessions they opened. */
  revoke(userId: number): Promise<void>;
  /** Uses a token up. @returns the session that made it; undefined when it was used already, or that session has ended */
  take(token: string): Promise<string | undefined>;
  /** The owner of a token; undefined when it is not valid for that name in that realm. */
  holder(input: {
    readonly realm: string;
    readonly username: string;
    readonly token: string;
  }): Promise<number | undefined>;
}

/** Links that sign their person in once, until they expire, their session ends, or the password or the right changes. */
export function createSignInLinks({ clock, random, users, links }: SignInLinkDeps): SignInLinks {
  const passwordMark = async (userId: number): Promise<string> =>
    tokenDigest((await users.credentialOf(userId))?.passwordHash ?? "");

  const mayUseLinks = async (userId: number): Promise<boolean> => {
    return canRead(await rightsOf(users, userId), "clearly_anywhere_access");
  };

  return {
    issue: async ({ userId, sessionId }) => {
      const token = newToken(random);
      const now = clock.now();
      const expiresAt = now + LINK_SECONDS * 1_000;
      const digest = tokenDigest(token);
      const mark = await passwordMark(userId);
      const link = { digest, userId, sessionId, passwordMark: mark, createdAt: now, expiresAt };
      await links.add({ link, most: MOST_LINKS });
      return { token, expiresAt };
    },
    take: async (token) => (await links.take(tokenDigest(token), clock.now()))?.sessionId,
    revoke: (userId) => links.revoke({ userId, scope: LINK_SCOPE, at: clock.now() }),
    holder: async ({ realm, username, token }) => {
      const link = await links.find(tokenDigest(token), clock.now());
      if (link === undefined || link.expiresAt <= clock.now()) return undefined;
      const user = await users.byId(link.userId);
      if (user?.username !== foldUsername(username) || user.realm.name !== realm) return undefined;
      if (link.passwordMark !== (await passwordMark(user.id))) return undefined;
      return (await mayUseLinks(user.id)) ? user.id : undefined;
    },
  };
}
