import type { Kysely } from "kysely";
import type { SignInLinkStore } from "../../modules/provisioning/index.ts";
import { holdUser } from "./rows.ts";
import type { Tables } from "./schema.ts";
import { revokeSessions } from "./session-ends.ts";

export function createSignInLinkStore(db: Kysely<Tables>): SignInLinkStore {
  return {
    add: ({ link, most }) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, link.userId);
        await trx.deleteFrom("sign_in_links").where("expires_at", "<=", link.createdAt).execute();
        const own = await trx
          .selectFrom("sign_in_links")
          .where("user_id", "=", link.userId)
          .orderBy("created_at", "desc")
          .offset(most - 1)
          .limit(most)
          .select("digest")
          .execute();
        for (const { digest } of own) await trx.deleteFrom("sign_in_links").where("digest", "=", digest).execute();
        await trx
          .insertInto("sign_in_links")
          .values({
            digest: link.digest,
            user_id: link.userId,
            password_mark: link.passwordMark,
            created_at: link.createdAt,
            expires_at: link.expiresAt,
          })
          .execute();
      }),

    find: async (digest) => {
      const row = await db.selectFrom("sign_in_links").selectAll().where("digest", "=", digest).executeTakeFirst();
      if (row === undefined) return undefined;
      return {
        digest: row.digest,
        userId: row.user_id,
        passwordMark: row.password_mark,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      };
    },

    take: async (digest) => {
      const { numDeletedRows } = await db
        .deleteFrom("sign_in_links")
        .where("digest", "=", digest)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    revoke: ({ userId, scope, at }) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("sign_in_links").where("user_id", "=", userId).execute();
        await revokeSessions(trx, { userId, scope }, at);
      }),
  };
}
