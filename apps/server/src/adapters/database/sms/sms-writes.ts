import type { Kysely } from "kysely";
import type { SmsPair, SmsStore, StoredSms } from "../../../modules/sms/index.ts";
import { holdRealm } from "../rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import { addJobRow } from "../server/job.store.ts";
import { takeFiles } from "./sms-files.ts";
import { conversationOf, messageOf } from "./sms-rows.ts";
import type { SmsTables } from "./sms-tables.ts";

type Database = Kysely<Tables & SmsTables>;
const MINUTE_MS = 60_000;

/** Ends the transaction. */
class FilesGone extends Error {}

/** Adds messages; those of one company wait for each other. */
export function createSmsWrites(all: Kysely<Tables>): Pick<SmsStore, "write" | "receive" | "forward"> {
  return {
    write: ({ by, mostPerMinute, job, text, segments, at, files, ...pair }) =>
      all
        .transaction()
        .execute(async (base) => {
          const trx: Database = base.withTables<SmsTables>();
          await holdRealm(base, pair.realmId);
          const known = await messageOf(trx, by);
          if (known !== undefined) return known;
          const { id, n, is_stopped } = await openConversation(trx, pair, at);
          const isAutomatic = by.userId === undefined && by.email === undefined;
          if (!isAutomatic && is_stopped === 1) return "stopped";
          if ((await sentSince(trx, pair, at - MINUTE_MS)) >= mostPerMinute) return "tooMany";
          const message = await add(trx, id, {
            n: n + 1,
            direction: "out",
            state: "queued",
            user_id: by.userId ?? null,
            client_id: by.clientId,
            reference: null,
            by_email: by.email ?? null,
            is_automatic: toFlag(isAutomatic),
            text,
            segments,
            sent_at: at,
          });
          if (by.userId !== undefined && !(await takeFiles(trx, files, { messageId: message.id, userId: by.userId })))
            throw new FilesGone();
          if (by.userId !== undefined) await markRead(trx, { conversationId: id, userId: by.userId, n: message.n });
          await addJobRow(base, job(message.id));
          return files.length === 0 ? message : ((await messageOf(trx, { id: message.id })) ?? message);
        })
        .catch((error: unknown) => {
          if (error instanceof FilesGone) return "noFiles" as const;
          throw error;
        }),

    receive: ({ reference, isStopped, jobs, text, segments, at, ...pair }) =>
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
          by_email: null,
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
        for (const job of jobs) await addJobRow(base, job(message.id));
        return conversationOf(trx, id);
      }),

    forward: ({ messageId, realmId, did, address, at, job, most, since }) =>
      all.transaction().execute(async (base) => {
        const trx: Database = base.withTables<SmsTables>();
        await holdRealm(base, realmId);
        const known = await trx
          .selectFrom("sms_forwards")
          .where("message_id", "=", messageId)
          .where("address", "=", address)
          .select("at")
          .executeTakeFirst();
        if (known !== undefined) return "known";
        if ((await forwardedSince(trx, { did, address, since })) >= most) return "tooMany";
        await trx.insertInto("sms_forwards").values({ message_id: messageId, address, did, at }).execute();
        await addJobRow(base, job);
        return "stored";
      }),
  };
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

export async function forwardedSince(
  db: Database,
  { did, address, since }: { readonly did: string; readonly address: string; readonly since: number },
): Promise<number> {
  const { total } = await db
    .selectFrom("sms_forwards")
    .where("did", "=", did)
    .where("address", "=", address)
    .where("at", ">", since)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Forward only. */
export async function markRead(
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
