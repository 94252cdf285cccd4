import type { Kysely } from "kysely";
import type { SmsPair, SmsStore, StoredSms } from "../../../modules/sms/index.ts";
import { contains, holdRealm } from "../rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import { addJobRow } from "../server/job.store.ts";
import { readRealmNumbers, readRealmsOf } from "./sms-numbers.ts";
import { listedConversations, messageOf, messages, readConversation, readMessage } from "./sms-rows.ts";
import type { SmsTables } from "./sms-tables.ts";

type Database = Kysely<Tables & SmsTables>;
const MINUTE_MS = 60_000;
/** A state is changed only to a later one. */
const LATER_THAN = { sent: ["queued"], failed: ["queued", "sent"], delivered: ["queued", "sent"] } as const;

export function createSmsStore(all: Kysely<Tables>): SmsStore {
  const db: Database = all.withTables<SmsTables>();
  return {
    numbers: (realmId) => readRealmNumbers(all, realmId),
    realmsOf: (did) => readRealmsOf(all, did),

    page: async ({ realmId, dids, userId, sort, descending, search, limit, offset }) => {
      if (dids.length === 0) return { total: 0, conversations: [] };
      const found = db
        .selectFrom("sms_conversations as talk")
        .where("talk.realm_id", "=", realmId)
        .where("talk.did", "in", dids)
        .$if(search !== "", (talks) => talks.where((eb) => contains(eb.ref("talk.customer"), search)));
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
      return { total, conversations: ids.flatMap((id) => byId.get(id) ?? []) };
    },

    conversation: async (id, userId) => (await listedConversations(db, [id], userId))[0],

    history: async ({ conversationId, before, limit }) => {
      const rows = await messages(db)
        .where("message.conversation_id", "=", conversationId)
        .$if(before !== undefined, (found) => found.where("message.n", "<", before ?? 0))
        .orderBy("message.n", "desc")
        .limit(limit)
        .execute();
      return rows.map(readMessage).toReversed();
    },

    write: ({ by, mostPerMinute, job, text, segments, at, ...pair }) =>
      all.transaction().execute(async (base) => {
        const trx: Database = base.withTables<SmsTables>();
        await holdRealm(base, pair.realmId);
        const known = await messageOf(trx, by);
        if (known !== undefined) return known;
        const { id, n, is_stopped } = await openConversation(trx, pair, at);
        const isAutomatic = by.userId === undefined;
        if (!isAutomatic && is_stopped === 1) return "stopped";
        if ((await sentSince(trx, pair, at - MINUTE_MS)) >= mostPerMinute) return "tooMany";
        const message = await add(trx, id, {
          n: n + 1,
          direction: "out",
          state: "queued",
          user_id: by.userId ?? null,
          client_id: by.clientId,
          reference: null,
          is_automatic: toFlag(isAutomatic),
          text,
          segments,
          sent_at: at,
        });
        if (by.userId !== undefined) await markRead(trx, { conversationId: id, userId: by.userId, n: message.n });
        await addJobRow(base, job(message.id));
        return message;
      }),

    receive: ({ reference, isStopped, job, text, segments, at, ...pair }) =>
      all.transaction().execute(async (base) => {
        const trx: Database = base.withTables<SmsTables>();
        await holdRealm(base, pair.realmId);
        if ((await messageOf(trx, { reference })) !== undefined) return undefined;
        const { id, n } = await openConversation(trx, pair, at);
        const message = await add(trx, id, {
          n: n + 1,
          direction: "in",
          state: "received",
          user_id: null,
          client_id: null,
          reference,
          is_automatic: 0,
          text,
          segments,
          sent_at: at,
        });
        if (isStopped !== undefined)
          await trx
            .updateTable("sms_conversations")
            .set({ is_stopped: toFlag(isStopped) })
            .where("id", "=", id)
            .execute();
        await addJobRow(base, job(message.id));
        return conversationOf(trx, id);
      }),

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

    settle: async (of, { state, cause, reference }) => {
      const row = await db
        .updateTable("sms_messages")
        .set({ state, cause, ...(reference === undefined ? {} : { reference }) })
        .where("direction", "=", "out")
        .where("state", "in", LATER_THAN[state])
        .where((eb) => ("messageId" in of ? eb("id", "=", of.messageId) : eb("reference", "=", of.reference)))
        .returning("conversation_id")
        .executeTakeFirst();
      if (row !== undefined) return conversationOf(db, row.conversation_id);
      // A report came before the gateway's answer: the state is a later one, but the reference is new.
      if ("messageId" in of && reference !== undefined)
        await db.updateTable("sms_messages").set({ reference }).where("id", "=", of.messageId).execute();
      return undefined;
    },

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

async function conversationOf(db: Database, id: number) {
  const row = await db
    .selectFrom("sms_conversations as talk")
    .leftJoin("users as holder", "holder.id", "talk.claimed_by")
    .where("talk.id", "=", id)
    .selectAll("talk")
    .select(["holder.first_name", "holder.last_name"])
    .executeTakeFirstOrThrow();
  return readConversation(row);
}

async function openConversation(db: Database, { realmId, did, customer }: SmsPair, at: number) {
  await db
    .insertInto("sms_conversations")
    .values({
      realm_id: realmId,
      did,
      customer,
      n: 0,
      updated_at: at,
      is_stopped: 0,
      claimed_by: null,
      claimed_at: null,
    })
    .onConflict((conflict) => conflict.columns(["realm_id", "did", "customer"]).doNothing())
    .execute();
  return db
    .selectFrom("sms_conversations")
    .where("realm_id", "=", realmId)
    .where("did", "=", did)
    .where("customer", "=", customer)
    .select(["id", "n", "is_stopped"])
    .executeTakeFirstOrThrow();
}

async function sentSince(db: Database, { realmId, did }: SmsPair, since: number): Promise<number> {
  const { total } = await db
    .selectFrom("sms_messages as message")
    .innerJoin("sms_conversations as talk", "talk.id", "message.conversation_id")
    .where("talk.realm_id", "=", realmId)
    .where("talk.did", "=", did)
    .where("message.direction", "=", "out")
    .where("message.sent_at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

type NewRow = Omit<SmsTables["sms_messages"], "id" | "conversation_id" | "cause">;

async function add(db: Database, conversationId: number, row: NewRow): Promise<StoredSms> {
  const { id } = await db
    .insertInto("sms_messages")
    .values({ ...row, conversation_id: conversationId, cause: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("sms_conversations")
    .set({ n: row.n, updated_at: row.sent_at })
    .where("id", "=", conversationId)
    .execute();
  const message = await messageOf(db, { id });
  if (message === undefined) throw new Error(`message ${id} was removed while it was written`);
  return message;
}

async function markRead(
  db: Database,
  { conversationId, userId, n }: { readonly conversationId: number; readonly userId: number; readonly n: number },
): Promise<void> {
  await db
    .insertInto("sms_reads")
    .values({ conversation_id: conversationId, user_id: userId, n })
    .onConflict((conflict) =>
      conflict.columns(["conversation_id", "user_id"]).doUpdateSet({ n }).where("sms_reads.n", "<", n),
    )
    .execute();
}
