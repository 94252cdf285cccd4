import type { ChatStore, StoredDraft } from "../../../modules/chat/index.ts";
import { lastPlace } from "./held-room.ts";
import { toMessage, type ChatDatabase } from "./chat-rows.ts";

type OwnThings = Pick<
  ChatStore,
  "saved" | "save" | "threads" | "followed" | "readThread" | "drafts" | "draft" | "saveDraft"
>;

/** What a person keeps of rooms for themselves; of rooms that they may no longer read, nothing is shown. */
export const ownThings = (db: ChatDatabase): OwnThings => ({ ...ownMessages(db), ...ownThreads(db), ...ownDrafts(db) });

function ownMessages(db: ChatDatabase): Pick<OwnThings, "saved" | "save"> {
  return {
    saved: async (userId, { limit, offset }) => {
      const kept = db
        .selectFrom("chat_saved as saved")
        .innerJoin("chat_members as own", (join) =>
          join.onRef("own.room_id", "=", "saved.room_id").onRef("own.user_id", "=", "saved.user_id"),
        )
        .innerJoin("chat_messages as message", (join) =>
          join.onRef("message.room_id", "=", "saved.room_id").onRef("message.number", "=", "saved.number"),
        )
        .where("saved.user_id", "=", userId)
        .where("message.deleted", "=", 0);
      const { total } = await kept.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await kept
        .selectAll("message")
        .orderBy("saved.saved_at", "desc")
        .orderBy("message.id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return { total, messages: rows.map(toMessage) };
    },
    save: async (userId, roomId, id, at) => {
      if (at === undefined) {
        await db
          .deleteFrom("chat_saved")
          .where("user_id", "=", userId)
          .where("room_id", "=", roomId)
          .where("number", "=", id)
          .execute();
        return;
      }
      await db
        .insertInto("chat_saved")
        .values({ user_id: userId, room_id: roomId, number: id, saved_at: at })
        .onConflict((conflict) => conflict.columns(["user_id", "room_id", "number"]).doNothing())
        .execute();
    },
  };
}

function ownThreads(db: ChatDatabase): Pick<OwnThings, "threads" | "followed" | "readThread"> {
  return {
    threads: async (userId, limit) => {
      const rows = await db
        .selectFrom("chat_follows as follow")
        .innerJoin("chat_members as own", (join) =>
          join.onRef("own.room_id", "=", "follow.room_id").onRef("own.user_id", "=", "follow.user_id"),
        )
        .innerJoin("chat_messages as message", (join) =>
          join.onRef("message.room_id", "=", "follow.room_id").onRef("message.number", "=", "follow.thread"),
        )
        .where("follow.user_id", "=", userId)
        .selectAll("message")
        .select("follow.read_n")
        .select((eb) =>
          eb
            .selectFrom("chat_messages as answer")
            .whereRef("answer.room_id", "=", "follow.room_id")
            .whereRef("answer.thread", "=", "follow.thread")
            .select((answer) => answer.fn.max<number | null>("answer.n").as("n"))
            .as("last_n"),
        )
        .orderBy("message.seq", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ read_n, last_n, ...row }) => ({ read: read_n, n: last_n ?? 0, message: toMessage(row) }));
    },
    followed: async (roomId, thread, userId) => {
      const row = await db
        .selectFrom("chat_follows as follow")
        .innerJoin("chat_members as own", (join) =>
          join.onRef("own.room_id", "=", "follow.room_id").onRef("own.user_id", "=", "follow.user_id"),
        )
        .where("follow.room_id", "=", roomId)
        .where("follow.thread", "=", thread)
        .where("follow.user_id", "=", userId)
        .select("follow.read_n as read")
        .executeTakeFirst();
      return row && { ...row, n: await lastPlace(db, roomId, thread) };
    },
    readThread: async (userId, roomId, thread, n) => {
      await db
        .updateTable("chat_follows")
        .set({ read_n: n })
        .where("user_id", "=", userId)
        .where("room_id", "=", roomId)
        .where("thread", "=", thread)
        .where("read_n", "<", n)
        .execute();
    },
  };
}

function ownDrafts(db: ChatDatabase): Pick<OwnThings, "drafts" | "draft" | "saveDraft"> {
  return {
    drafts: async (userId) => {
      const rows = await draftsOf(db, userId).execute();
      return rows.map(storedDraft);
    },
    draft: async (userId, roomId, thread) => {
      const row = await draftsOf(db, userId)
        .where("draft.room_id", "=", roomId)
        .where("draft.thread", "=", thread)
        .executeTakeFirst();
      return row && storedDraft(row);
    },
    saveDraft: (userId, { roomId, thread, text, version }, most) =>
      db.transaction().execute(async (trx) => {
        const { count } = await trx
          .selectFrom("chat_drafts")
          .where("user_id", "=", userId)
          .where("text", "!=", "")
          .where((eb) => eb.not(eb.and([eb("room_id", "=", roomId), eb("thread", "=", thread)])))
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (text !== "" && count >= most) return undefined;
        await trx
          .insertInto("chat_drafts")
          .values({ user_id: userId, room_id: roomId, thread, text, version })
          .onConflict((conflict) =>
            conflict
              .columns(["user_id", "room_id", "thread"])
              .doUpdateSet({ text, version })
              .where("chat_drafts.version", "<", version),
          )
          .execute();
        const row = await trx
          .selectFrom("chat_drafts")
          .where("user_id", "=", userId)
          .where("room_id", "=", roomId)
          .where("thread", "=", thread)
          .select(["text", "version"])
          .executeTakeFirstOrThrow();
        return { roomId, thread, ...row };
      }),
  };
}

/** Those in rooms whose member the person is. */
const draftsOf = (db: ChatDatabase, userId: number) =>
  db
    .selectFrom("chat_drafts as draft")
    .innerJoin("chat_members as own", (join) =>
      join.onRef("own.room_id", "=", "draft.room_id").onRef("own.user_id", "=", "draft.user_id"),
    )
    .where("draft.user_id", "=", userId)
    .select(["draft.room_id", "draft.thread", "draft.text", "draft.version"]);

type DraftRow = Awaited<ReturnType<ReturnType<typeof draftsOf>["executeTakeFirstOrThrow"]>>;

const storedDraft = ({ room_id: roomId, ...draft }: DraftRow): StoredDraft => ({ roomId, ...draft });
