import { sql, type Kysely } from "kysely";
import type {
  ListedSmsConversation,
  SmsConversation,
  SmsState,
  SmsStore,
  StoredSms,
} from "../../../modules/sms/index.ts";
import { displayName } from "../../../modules/users/index.ts";
import type { Tables } from "../schema.ts";
import { filesOf } from "./sms-files.ts";
import type { SmsTables } from "./sms-tables.ts";

type Database = Kysely<Tables & SmsTables>;

interface NameColumns {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

const personOf = (id: number | null, { first_name, last_name }: NameColumns) =>
  id === null ? undefined : { id, name: displayName({ firstName: first_name ?? "", lastName: last_name ?? "" }) };

const STATES: readonly SmsState[] = ["queued", "sent", "delivered", "failed", "received"];

const messages = (db: Database) =>
  db
    .selectFrom("sms_messages as message")
    .leftJoin("users as writer", "writer.id", "message.user_id")
    .selectAll("message")
    .select(["writer.first_name", "writer.last_name"]);

type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>["execute"]>>[number];

async function readMessages(db: Database, rows: readonly MessageRow[]): Promise<readonly StoredSms[]> {
  const files = await filesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => readMessage(row, files.get(row.id) ?? []));
}

function readMessage(row: MessageRow, files: StoredSms["files"]): StoredSms {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    n: row.n,
    direction: row.direction === "in" ? "in" : "out",
    text: row.text,
    state: STATES.find((one) => one === row.state) ?? "failed",
    cause: row.cause,
    by: personOf(row.user_id, row),
    byEmail: row.by_email ?? undefined,
    clientId: row.client_id ?? undefined,
    isAutomatic: row.is_automatic === 1,
    segments: row.segments,
    at: row.sent_at,
    files,
  };
}

/** The latest before `before`, in their order. */
export async function historyOf(
  db: Database,
  { conversationId, before, limit }: Parameters<SmsStore["history"]>[0],
): Promise<readonly StoredSms[]> {
  const rows = await messages(db)
    .where("message.conversation_id", "=", conversationId)
    .$if(before !== undefined, (found) => found.where("message.n", "<", before ?? 0))
    .orderBy("message.n", "desc")
    .limit(limit)
    .execute();
  return readMessages(db, rows.toReversed());
}

export async function messageOf(
  db: Database,
  by:
    | { readonly id: number }
    | { readonly reference: string }
    | { readonly userId: number | undefined; readonly clientId: string },
): Promise<StoredSms | undefined> {
  const row = await messages(db)
    .where((eb) => {
      if ("id" in by) return eb("message.id", "=", by.id);
      if ("reference" in by)
        return eb.and([eb("message.reference", "=", by.reference), eb("message.direction", "=", sql.lit("in"))]);
      const isWriter =
        by.userId === undefined ? eb("message.user_id", "is", null) : eb("message.user_id", "=", by.userId);
      return eb.and([isWriter, eb("message.client_id", "=", by.clientId)]);
    })
    .executeTakeFirst();
  return row && (await readMessages(db, [row]))[0];
}

function readConversation(
  row: Omit<SmsTables["sms_conversations"], "id"> & { id: number } & NameColumns,
): SmsConversation {
  return {
    id: row.id,
    realmId: row.realm_id,
    did: row.did,
    customer: row.customer,
    n: row.n,
    updatedAt: row.updated_at,
    isStopped: row.is_stopped === 1,
    claimedBy: personOf(row.claimed_by, row),
    claimedAt: row.claimed_at ?? undefined,
  };
}

/** In no order. Unread are messages of the other after the person's read mark. */
export async function listedConversations(
  db: Database,
  ids: readonly number[],
  userId: number,
): Promise<readonly ListedSmsConversation[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("sms_conversations as talk")
    .leftJoin("users as holder", "holder.id", "talk.claimed_by")
    .where("talk.id", "in", ids)
    .selectAll("talk")
    .select(["holder.first_name", "holder.last_name"])
    .select((eb) =>
      eb
        .selectFrom("sms_messages as unread")
        .whereRef("unread.conversation_id", "=", "talk.id")
        .where("unread.direction", "=", "in")
        .where((inner) =>
          inner(
            "unread.n",
            ">",
            inner.fn.coalesce(
              inner
                .selectFrom("sms_reads")
                .whereRef("sms_reads.conversation_id", "=", "talk.id")
                .where("sms_reads.user_id", "=", userId)
                .select("sms_reads.n"),
              inner.lit(0),
            ),
          ),
        )
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .as("unread"),
    )
    .execute();
  const lasts = await messages(db)
    .innerJoin("sms_conversations as talk", (join) =>
      join.onRef("talk.id", "=", "message.conversation_id").onRef("talk.n", "=", "message.n"),
    )
    .where("talk.id", "in", ids)
    .execute();
  const lastOf = new Map((await readMessages(db, lasts)).map((last) => [last.conversationId, last]));
  return rows.map((row) => ({ ...readConversation(row), unread: row.unread ?? 0, last: lastOf.get(row.id) }));
}

/** Messages of others after the person's read marks, in all conversations of these numbers. */
export async function unreadOf(
  db: Database,
  { realmId, dids, userId }: { readonly realmId: number; readonly dids: readonly string[]; readonly userId: number },
): Promise<number> {
  const { total } = await db
    .selectFrom("sms_conversations as talk")
    .leftJoin("sms_reads as mark", (join) =>
      join.onRef("mark.conversation_id", "=", "talk.id").on("mark.user_id", "=", userId),
    )
    .innerJoin("sms_messages as message", "message.conversation_id", "talk.id")
    .where("talk.realm_id", "=", realmId)
    .where("talk.did", "in", dids)
    .where("message.direction", "=", "in")
    .where((eb) => eb("message.n", ">", eb.fn.coalesce("mark.n", eb.lit(0))))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

export async function conversationOf(db: Database, id: number) {
  const row = await db
    .selectFrom("sms_conversations as talk")
    .leftJoin("users as holder", "holder.id", "talk.claimed_by")
    .where("talk.id", "=", id)
    .selectAll("talk")
    .select(["holder.first_name", "holder.last_name"])
    .executeTakeFirstOrThrow();
  return readConversation(row);
}
