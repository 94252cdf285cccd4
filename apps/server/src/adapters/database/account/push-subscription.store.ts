import { DEFAULT_LOCALE, LOCALES } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import type { PushSubscriptionStore } from "../../../modules/push/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";

export function createPushSubscriptionStore(db: Kysely<Tables>): PushSubscriptionStore {
  return {
    save: ({ subscription, most }) =>
      db.transaction().execute(async (trx) => {
        const { endpoint, userId, sessionId, p256dh, auth, locale, createdAt } = subscription;
        await holdUser(trx, userId);
        await trx.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint).execute();
        const own = await trx
          .selectFrom("push_subscriptions")
          .where("user_id", "=", userId)
          .orderBy("created_at", "desc")
          .offset(most - 1)
          .limit(most)
          .select("endpoint")
          .execute();
        for (const one of own)
          await trx.deleteFrom("push_subscriptions").where("endpoint", "=", one.endpoint).execute();
        await trx
          .insertInto("push_subscriptions")
          .values({ endpoint, user_id: userId, session_id: sessionId, p256dh, auth, locale, created_at: createdAt })
          .execute();
      }),

    of: async (userId, now) => {
      // For each call to a person: a text takes a fraction of the time that a query takes to be put together.
      const { rows } = await sql<Selectable<Tables["push_subscriptions"]>>`
        select push_subscriptions.* from push_subscriptions
        inner join sessions on sessions.id = push_subscriptions.session_id
        where push_subscriptions.user_id = ${userId} and sessions.revoked_at is null and sessions.expires_at > ${now}
      `.execute(db);
      return rows.map((row) => ({
        endpoint: row.endpoint,
        userId: row.user_id,
        sessionId: row.session_id,
        p256dh: row.p256dh,
        auth: row.auth,
        locale: LOCALES.find((one) => one === row.locale) ?? DEFAULT_LOCALE,
        createdAt: row.created_at,
      }));
    },

    remove: async (endpoint, userId) => {
      const found = db.deleteFrom("push_subscriptions").where("endpoint", "=", endpoint);
      await (userId === undefined ? found : found.where("user_id", "=", userId)).execute();
    },
  };
}
