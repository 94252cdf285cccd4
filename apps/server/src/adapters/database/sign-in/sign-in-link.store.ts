import type { Kysely } from "kysely";
import type { SignInLinkStore, StoredSignInLink } from "../../../modules/provisioning/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { endSignInLinks, revokeSessions } from "./session-ends.ts";

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
            session_id: link.sessionId,
            password_mark: link.passwordMark,
            created_at: link.createdAt,
            expires_at: link.expiresAt,
          })
          .execute();
      }),

    find: (digest, now) => find(db, digest, now),

    take: (digest, now) =>
      db.transaction().execute(async (trx) => {
        const link = await find(trx, digest, now);
        const { numDeletedRows } = await trx
          .deleteFrom("sign_in_links")
          .where("digest", "=", digest)
          .executeTakeFirstOrThrow();
        return numDeletedRows > 0n ? link : undefined;
      }),

    revoke: ({ userId, scope, at }) =>
      db.transaction().execute(async (trx) => {
        await endSignInLinks(trx, userId);
        await revokeSessions(trx, { userId, scope }, at);
      }),
  };
}

async function find(db: Kysely<Tables>, digest: string, now: number): Promise<StoredSignInLink | undefined> {
  const row = await db
    .selectFrom("sign_in_links")
    .innerJoin("sessions", "sessions.id", "sign_in_links.session_id")
    .where("digest", "=", digest)
    .where("sessions.revoked_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .select(["sessions.id as session_id", "sign_in_links.user_id", "password_mark"])
    .select(["sign_in_links.created_at", "sign_in_links.expires_at"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    digest,
    userId: row.user_id,
    sessionId: row.session_id,
    passwordMark: row.password_mark,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
