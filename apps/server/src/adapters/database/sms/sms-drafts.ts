import type { Kysely } from "kysely";
import type { SmsDraftStore } from "../../../modules/sms/index.ts";
import type { Tables } from "../schema.ts";
import type { SmsTables } from "./sms-tables.ts";

export function createSmsDraftStore(all: Kysely<Tables>): SmsDraftStore {
  const db: Kysely<Tables & SmsTables> = all.withTables<SmsTables>();
  return {
    of: async ({ userId, realmId, dids }) =>
      dids.length === 0
        ? []
        : db
            .selectFrom("sms_drafts as draft")
            .innerJoin("sms_conversations as talk", "talk.id", "draft.conversation_id")
            .where("draft.user_id", "=", userId)
            .where("talk.realm_id", "=", realmId)
            .where("talk.did", "in", dids)
            .select(["draft.conversation_id as conversationId", "draft.text", "draft.version"])
            .execute(),
    save: (userId, { conversationId, text, version }, most) =>
      db.transaction().execute(async (trx) => {
        const own = trx.selectFrom("sms_drafts").where("user_id", "=", userId);
        const { count } = await own
          .where("text", "!=", "")
          .where("conversation_id", "!=", conversationId)
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (text !== "" && count >= most) return undefined;
        await trx
          .insertInto("sms_drafts")
          .values({ user_id: userId, conversation_id: conversationId, text, version })
          .onConflict((conflict) =>
            conflict
              .columns(["user_id", "conversation_id"])
              .doUpdateSet({ text, version })
              .where("sms_drafts.version", "<", version),
          )
          .execute();
        return own
          .where("conversation_id", "=", conversationId)
          .select(["conversation_id as conversationId", "text", "version"])
          .executeTakeFirstOrThrow();
      }),
  };
}
