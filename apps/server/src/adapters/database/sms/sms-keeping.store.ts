import type { Kysely } from "kysely";
import type { SmsKeepingStore } from "../../../modules/sms/index.ts";
import type { Tables } from "../schema.ts";
import type { SmsTables } from "./sms-tables.ts";

/** Removes text messages that are no longer kept. */
export function createSmsKeepingStore(all: Kysely<Tables>): SmsKeepingStore {
  const db = all.withTables<SmsTables>();
  return {
    expired: async (realmId, before, most) => {
      const rows = await db
        .selectFrom("sms_messages as message")
        .innerJoin("sms_conversations as talk", "talk.id", "message.conversation_id")
        .where("talk.realm_id", "=", realmId)
        .where("message.sent_at", "<", before)
        // The gateway has not answered yet.
        .where("message.state", "!=", "queued")
        .select("message.id")
        .orderBy("message.sent_at")
        .limit(most)
        .execute();
      const messages = rows.map(({ id }) => id);
      if (messages.length === 0) return { messages, files: [] };
      const files = await db.selectFrom("sms_files").where("message_id", "in", messages).select("id").execute();
      return { messages, files: files.map(({ id }) => id) };
    },
    remove: ({ messages, files }) =>
      db.transaction().execute(async (trx) => {
        if (files.length > 0) await trx.deleteFrom("sms_files").where("id", "in", files).execute();
        if (messages.length > 0) await trx.deleteFrom("sms_messages").where("id", "in", messages).execute();
      }),
  };
}
