import { sql, type Kysely } from "kysely";
import type { ChatKeepingStore, ExpiredPart } from "../../../modules/chat/index.ts";
import type { Tables } from "../schema.ts";
import { isPostgres } from "./chat-index.ts";
import type { ChatDatabase } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";

/** Removes what is no longer kept. */
export function createChatKeepingStore(all: Kysely<Tables>): ChatKeepingStore {
  const db: ChatDatabase = all.withTables<ChatTables>();
  return {
    rooms: async (realmId, after, limit) => {
      const rows = await db
        .selectFrom("chat_rooms as room")
        .where("room.realm_id", "=", realmId)
        .where("room.id", ">", after)
        .select(["room.id", "room.keep_days"])
        .select((eb) =>
          eb
            .selectFrom("chat_messages as message")
            .whereRef("message.room_id", "=", "room.id")
            .where("message.thread", "=", 0)
            .select("message.sent_at")
            .orderBy("message.sent_at")
            .limit(1)
            .as("oldest"),
        )
        .orderBy("room.id")
        .limit(limit)
        .execute();
      return rows.map(({ id, keep_days, oldest }) => ({ id, own: keep_days, oldest }));
    },
    expired: (roomId, before, most) => findExpired(db, { roomId, before, most }),
    remove: (roomId, part) => db.transaction().execute((trx) => removePart(trx, roomId, part)),
  };
}

async function findExpired(
  db: ChatDatabase,
  { roomId, before, most }: { readonly roomId: number; readonly before: number; readonly most: number },
): Promise<ExpiredPart | undefined> {
  const ofRoom = db.selectFrom("chat_messages").where("room_id", "=", roomId);
  const room = await db.selectFrom("chat_rooms").where("id", "=", roomId).select("first_n").executeTakeFirst();
  // Times of a room go forward with its places, so only its beginning is looked at, and not all that is old.
  const first = ofRoom
    .where("thread", "=", 0)
    .where("n", ">=", room?.first_n ?? 1)
    .select(["number", "n", "sent_at"])
    .orderBy("n")
    .limit(most);
  const roots = await db
    .selectFrom(first.as("first"))
    .where("sent_at", "<", before)
    .select(["number", "n"])
    .orderBy("n")
    .execute();
  if (roots.length === 0) return undefined;
  const numbers = roots.map(({ number }) => number);
  const answers = await ofRoom
    .where("thread", "in", numbers)
    .select(["number", "thread"])
    .orderBy("thread")
    .orderBy("n")
    .limit(most + 1)
    .execute();
  const { whole, part } = splitThreads(roots, answers, most);
  const files = await db
    .selectFrom("chat_files")
    .where("room_id", "=", roomId)
    .where("message", "in", [...whole.map(({ number }) => number), ...part])
    .select("id")
    .execute();
  return {
    roots: whole.map(({ number }) => number),
    answers: part,
    upTo: Math.max(0, ...whole.map(({ n }) => n)),
    files: files.map(({ id }) => id),
  };
}

type Root = { readonly number: number; readonly n: number };

/**
 * Threads whose answers all fit into a part go as a whole. Of one that is longer the first answers go, and at least its last one
 * stays until the rest fits: places in a thread count on from it.
 * @param answers in the order of their threads, one more than `most` if there are more
 */
function splitThreads(
  roots: readonly Root[],
  answers: readonly { readonly number: number; readonly thread: number }[],
  most: number,
): { readonly whole: readonly Root[]; readonly part: readonly number[] } {
  const cut = answers[most]?.thread;
  if (cut === undefined) return { whole: roots, part: answers.map(({ number }) => number) };
  const whole = roots.filter(({ number }) => number < cut);
  const rest = answers.slice(0, most).filter(({ thread }) => whole.length === 0 || thread < cut);
  return { whole, part: rest.map(({ number }) => number) };
}

async function removePart(trx: ChatDatabase, roomId: number, part: ExpiredPart) {
  // The same lock as for every other change of the room.
  const room = await trx
    .updateTable("chat_rooms")
    .set((eb) => ({ rev: eb("rev", "+", 1) }))
    .where("id", "=", roomId)
    .returning(["seq", "type"])
    .executeTakeFirst();
  if (room === undefined) return undefined;
  const { roots, answers, upTo } = part;
  // With the answers that were written since the part was read.
  const numbers = [...roots, ...answers, ...(await laterAnswers(trx, roomId, part))];
  const files = await trx
    .deleteFrom("chat_files")
    .where("room_id", "=", roomId)
    .where("message", "in", numbers)
    .returning("id")
    .execute();
  await trx.deleteFrom("chat_saved").where("room_id", "=", roomId).where("number", "in", numbers).execute();
  await removeMessages(trx, roomId, numbers);
  if (roots.length === 0) return { removed: numbers.length, files: files.map(({ id }) => id), people: [] };
  for (const table of ["chat_follows", "chat_drafts"] as const)
    await trx.deleteFrom(table).where("room_id", "=", roomId).where("thread", "in", roots).execute();
  await trx.deleteFrom("chat_mentions").where("room_id", "=", roomId).where("n", "<=", upTo).execute();
  const next = await trx
    .selectFrom("chat_messages")
    .where("room_id", "=", roomId)
    .where("thread", "=", 0)
    .where("n", ">", upTo)
    .select("number")
    .orderBy("n")
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable("chat_rooms")
    .set({ first_n: upTo + 1, first_number: next?.number ?? room.seq + 1 })
    .where("id", "=", roomId)
    .execute();
  // Nobody has unread messages that are gone.
  const readers = await trx
    .updateTable("chat_members")
    .set((eb) => ({ read_n: upTo, rev: eb("rev", "+", 1) }))
    .where("room_id", "=", roomId)
    .where("read_n", "<", upTo)
    .returning("user_id")
    .execute();
  return {
    removed: numbers.length,
    files: files.map(({ id }) => id),
    people: readers.map(({ user_id }) => user_id),
  };
}

async function laterAnswers(trx: ChatDatabase, roomId: number, { roots, answers }: ExpiredPart) {
  if (roots.length === 0) return [];
  const rows = await trx
    .selectFrom("chat_messages")
    .where("room_id", "=", roomId)
    .where("thread", "in", roots)
    .select("number")
    .execute();
  const known = new Set(answers);
  return rows.flatMap(({ number }) => (known.has(number) ? [] : [number]));
}

/** With their words. */
async function removeMessages(trx: ChatDatabase, roomId: number, numbers: readonly number[]): Promise<void> {
  const rows = await trx
    .deleteFrom("chat_messages")
    .where("room_id", "=", roomId)
    .where("number", "in", numbers)
    .returning("id")
    .execute();
  if (isPostgres(trx) || rows.length === 0) return;
  const ids = rows.map(({ id }) => sql`${id}`);
  await sql`delete from chat_words where rowid in (${sql.join(ids)})`.execute(trx);
}
