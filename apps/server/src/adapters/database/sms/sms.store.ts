import type { Kysely } from "kysely";
import type { SmsStore } from "../../../modules/sms/index.ts";
import { contains } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { createSmsDraftStore } from "./sms-drafts.ts";
import { readRealmNumbers, readRealmsOf } from "./sms-numbers.ts";
import { conversationOf, historyOf, listedConversations, messageOf, unreadOf } from "./sms-rows.ts";
import { createSettle } from "./sms-settle.ts";
import type { SmsTables } from "./sms-tables.ts";
import { createSmsTemplateStore } from "./sms-templates.ts";
import { createSmsWrites, forwardedSince, markRead } from "./sms-writes.ts";

type Database = Kysely<Tables & SmsTables>;
export function createSmsStore(all: Kysely<Tables>): SmsStore {
  const db: Database = all.withTables<SmsTables>();
  return {
    ...createSmsWrites(all),
    templates: createSmsTemplateStore(all),
    drafts: createSmsDraftStore(all),
    numbers: (realmId) => readRealmNumbers(all, realmId),
    realmsOf: (did) => readRealmsOf(all, did),

    page: async ({ realmId, dids, userId, sort, descending, search, named, limit, offset }) => {
      if (dids.length === 0) return { total: 0, unread: 0, conversations: [] };
      const found = db
        .selectFrom("sms_conversations as talk")
        .where("talk.realm_id", "=", realmId)
        .where("talk.did", "in", dids)
        .$if(search !== "", (talks) =>
          talks.where((eb) => {
            const byNumber = contains(eb.ref("talk.customer"), search);
            return named.length === 0 ? byNumber : eb.or([byNumber, eb("talk.customer", "in", named)]);
          }),
        );
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const order = descending ? "desc" : "asc";
      const rows = await found
        .select("talk.id")
        .orderBy(sort === "lm" ? "talk.updated_at" : "talk.customer", order)
        .orderBy("talk.id", order)
        .limit(limit)
        .offset(offset)
        .execute();
      const ids = rows.map(({ id }) => id);
      const byId = new Map((await listedConversations(db, ids, userId)).map((one) => [one.id, one]));
      const unread = await unreadOf(db, { realmId, dids, userId });
      return { total, unread, conversations: ids.flatMap((id) => byId.get(id) ?? []) };
    },

    conversation: async (id, userId) => (await listedConversations(db, [id], userId))[0],

    history: (query) => historyOf(db, query),

    forwardedSince: (of) => forwardedSince(db, of),

    emailedSince: async (conversationId, at) => {
      const { total } = await db
        .selectFrom("sms_messages")
        .where("conversation_id", "=", conversationId)
        .where("by_email", "is not", null)
        .where("sent_at", ">=", at)
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    },

    automaticSince: async (conversationId, at) => {
      const { total } = await db
        .selectFrom("sms_messages")
        .where("conversation_id", "=", conversationId)
        .where("is_automatic", "=", 1)
        .where("sent_at", ">=", at)
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    },

    message: async (messageId) => {
      const message = await messageOf(db, { id: messageId });
      return message && { message, conversation: await conversationOf(db, message.conversationId) };
    },

    settle: createSettle(all),

    claim: async (conversationId, { holder, userId, at }) => {
      const { numUpdatedRows } = await db
        .updateTable("sms_conversations")
        .set({ claimed_by: userId ?? null, claimed_at: userId === undefined ? null : at })
        .where("id", "=", conversationId)
        .where((eb) => (holder === undefined ? eb("claimed_by", "is", null) : eb("claimed_by", "=", holder)))
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    read: (conversationId, userId, n) => markRead(db, { conversationId, userId, n }),
  };
}
