import type { Expression, Kysely } from "kysely";
import type { ChatStore, StoredRoom } from "../../../modules/chat/index.ts";
import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import { foldText } from "../../../kernel/text/search-text.ts";
import { readNumber } from "../company/number-rows.ts";
import { contains } from "../rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import { chatSearch } from "./chat-search.ts";
import { roleOf, toAccount, toFile, toMessage, toRoom, type ChatDatabase } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";
import { followersOf, holdRoom, noteAct } from "./held-room.ts";
import { ownThings } from "./own-things.ts";
import { roomLists } from "./room-lists.ts";

export function createChatStore(all: Kysely<Tables>): ChatStore {
  const db: ChatDatabase = all.withTables<ChatTables>();
  return {
    ...roomLists(db),
    ...roomWrites(db),
    ...memberReads(db),
    ...messageReads(db),
    ...chatSearch(db),
    ...ownThings(db),
    ...people(db),
  };
}

function roomWrites(db: ChatDatabase): Pick<ChatStore, "createRoom" | "directRoom" | "inRoom"> {
  // CHAT-47: a writer that waits for a room's row in the database holds a connection meanwhile, and a server has ten.
  const inTurn = createKeyedQueue<number>();
  return {
    createRoom: ({ realmId, type, name, topic, readOnly, directKey, at, by, members }) =>
      db.transaction().execute(async (trx): Promise<StoredRoom | undefined> => {
        const row = await trx
          .insertInto("chat_rooms")
          .values({
            realm_id: realmId,
            type,
            name,
            folded_name: foldText(name),
            topic,
            read_only: toFlag(readOnly),
            archived_at: null,
            created_at: at,
            direct_key: directKey,
            rev: 1,
            members_rev: 1,
            seq: 0,
            n: 0,
            updated_at: at,
            keep_days: null,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const member = { room_id: row.id, open: 1 as const, rev: at, read_n: 0, joined_at: at };
        for (const { userId, role, notify } of members)
          await trx
            .insertInto("chat_members")
            .values({ ...member, user_id: userId, role, notify })
            .execute();
        const room = toRoom(row);
        if (by !== undefined) await noteAct(trx, room, { act: "chat.created", by, at });
        return room;
      }),
    directRoom: async (directKey) => {
      const row = await db.selectFrom("chat_rooms").where("direct_key", "=", directKey).selectAll().executeTakeFirst();
      return row && toRoom(row);
    },
    inRoom: (roomId, change, member) =>
      inTurn(roomId, () =>
        db.transaction().execute(async (trx) => {
          const held = await holdRoom(trx, roomId, member);
          return held && change(held);
        }),
      ),
  };
}

type MemberReads = Pick<ChatStore, "membersAmong" | "readMarks" | "memberPage">;

function memberReads(db: ChatDatabase): MemberReads {
  return {
    membersAmong: async (roomId, userIds) => {
      // The revision first: members who are read after it are at least as new.
      const room = await db.selectFrom("chat_rooms").where("id", "=", roomId).select("members_rev").executeTakeFirst();
      if (room === undefined || userIds.length === 0) return { rev: room?.members_rev ?? 0, userIds: new Set() };
      const rows = await db
        .selectFrom("chat_members")
        .where("room_id", "=", roomId)
        .where("user_id", "in", userIds)
        .select("user_id")
        .execute();
      return { rev: room.members_rev, userIds: new Set(rows.map(({ user_id }) => user_id)) };
    },
    readMarks: async (roomId) => {
      const rows = await db
        .selectFrom("chat_members")
        .where("room_id", "=", roomId)
        .select(["user_id", "read_n"])
        .execute();
      return rows.map(({ user_id, read_n }) => ({ userId: user_id, read: read_n }));
    },
    memberPage: async ({ roomId, words, limit, offset }) => {
      const found = words.reduce(
        (rows, word) => rows.where((eb) => contains(eb.ref("users.sort_name"), word)),
        db
          .selectFrom("chat_members as member")
          .innerJoin("users", "users.id", "member.user_id")
          .where("member.room_id", "=", roomId),
      );
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await found
        .leftJoin("pictures", (join) =>
          join.onRef("pictures.user_id", "=", "users.id").on("pictures.is_active", "=", 1),
        )
        .select(["users.id", "users.first_name", "users.last_name", "users.username", "pictures.key"])
        .select(roleOf("member").as("role"))
        .orderBy("role", "desc")
        .orderBy("users.sort_name")
        .orderBy("users.id")
        .limit(limit)
        .offset(offset)
        .execute();
      return {
        total,
        members: rows.map(({ key, role, ...row }) => ({
          ...toAccount(row),
          role: role === "owner" ? "owner" : "member",
          pictureKey: key,
        })),
      };
    },
  };
}

type MessageReads = Pick<
  ChatStore,
  "heads" | "changedSince" | "history" | "places" | "placeAt" | "message" | "followers" | "pins"
>;

function messageReads(db: ChatDatabase): MessageReads {
  const ofRoom = (roomId: number) => db.selectFrom("chat_messages").where("room_id", "=", roomId);
  return {
    heads: async (roomId) => {
      const row = await db
        .selectFrom("chat_rooms")
        .where("id", "=", roomId)
        .select(["seq", "n", "members_rev"])
        .executeTakeFirst();
      return { seq: row?.seq ?? 0, n: row?.n ?? 0, membersRev: row?.members_rev ?? 0 };
    },
    changedSince: async (roomId, seq, limit) => {
      const rows = await ofRoom(roomId).where("seq", ">", seq).selectAll().orderBy("seq").limit(limit).execute();
      return rows.map(toMessage);
    },
    history: async ({ roomId, thread, from, to }) => {
      const rows = await ofRoom(roomId)
        .where("thread", "=", thread)
        .where("n", ">=", from)
        .where("n", "<=", to)
        .selectAll()
        .orderBy("n")
        .execute();
      return rows.map(toMessage);
    },
    places: async (roomId, thread) => {
      const end = (direction: "asc" | "desc") =>
        ofRoom(roomId).where("thread", "=", thread).select("n").orderBy("n", direction).limit(1).executeTakeFirst();
      return { first: (await end("asc"))?.n ?? 0, last: (await end("desc"))?.n ?? 0 };
    },
    placeAt: async (roomId, thread, at) => {
      const row = await ofRoom(roomId)
        .where("thread", "=", thread)
        .where("sent_at", ">=", at)
        .select("n")
        .orderBy("sent_at")
        .orderBy("n")
        .limit(1)
        .executeTakeFirst();
      return row?.n;
    },
    message: async (roomId, id) => {
      const row = await ofRoom(roomId).where("number", "=", id).selectAll().executeTakeFirst();
      return row && toMessage(row);
    },
    followers: (roomId, thread) => followersOf(db, roomId, thread),
    pins: async (roomId, limit) => {
      const rows = await ofRoom(roomId)
        .where("pinned_by", "is not", null)
        .selectAll()
        .orderBy("number", "desc")
        .limit(limit)
        .execute();
      return rows.map(toMessage);
    },
  };
}

type People = Pick<
  ChatStore,
  "textingPeople" | "addFile" | "file" | "removeFile" | "removeUnsent" | "contacts" | "otherAccounts" | "contactsBy"
>;

function people(db: ChatDatabase): People {
  const contacts = (realmId: number) => chatReaders(db, realmId);
  return {
    contacts: async (realmId) => {
      const rows = await contacts(realmId)
        .innerJoin("numbers", "numbers.user_id", "users.id")
        .leftJoin("pictures", (join) =>
          join.onRef("pictures.user_id", "=", "users.id").on("pictures.is_active", "=", 1),
        )
        .select(["users.id", "users.first_name", "users.last_name", "users.username", "users.email"])
        .select(["numbers.number", "pictures.key"])
        .orderBy("users.sort_name")
        .orderBy("users.id")
        .execute();
      return rows.map(({ email, number, key, ...row }) => ({
        ...toAccount(row),
        email,
        extension: number,
        pictureKey: key,
      }));
    },
    otherAccounts: async (realmId) => {
      const rows = await db
        .selectFrom("users")
        .where("realm_id", "=", realmId)
        .where("id", "not in", contacts(realmId).select("users.id"))
        .select(["id", "first_name", "last_name", "username"])
        .orderBy("id")
        .execute();
      return rows.map(toAccount);
    },
    textingPeople: async (realmId) => {
      const rows = await db
        .selectFrom("numbers")
        .where("realm_id", "=", realmId)
        .where("kind", "in", ["did", "user"])
        .select(["number", "kind", "name", "user_id", "details"])
        .execute();
      const entries = rows.map(readNumber);
      const targets = new Set(entries.flatMap((one) => (one.kind === "did" && one.smsCapable ? [one.target] : [])));
      return new Set(entries.flatMap((one) => (one.kind === "user" && targets.has(one.number) ? [one.userId] : [])));
    },
    contactsBy: async (realmId, by) => {
      const wanted = "ids" in by ? by.ids : by.usernames;
      if (wanted.length === 0) return [];
      const rows = await contacts(realmId)
        .where((eb) => ("ids" in by ? eb("users.id", "in", by.ids) : eb("users.username", "in", by.usernames)))
        .select(["users.id", "users.first_name", "users.last_name", "users.username"])
        .execute();
      return rows.map(toAccount);
    },
    addFile: async (file) => {
      const { roomId, userId, uploadedAt, ...rest } = file;
      await db
        .insertInto("chat_files")
        .values({ ...rest, room_id: roomId, user_id: userId, uploaded_at: uploadedAt })
        .execute();
    },
    file: async (id) => {
      const row = await db.selectFrom("chat_files").where("id", "=", id).selectAll().executeTakeFirst();
      return row && toFile(row);
    },
    removeFile: async (id, userId) => {
      const row = await db
        .deleteFrom("chat_files")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("message", "is", null)
        .returningAll()
        .executeTakeFirst();
      return row && toFile(row);
    },
    removeUnsent: async (before, limit) => {
      const old = await db
        .selectFrom("chat_files")
        .where("message", "is", null)
        .where("uploaded_at", "<", before)
        .select("id")
        .limit(limit)
        .execute();
      if (old.length === 0) return [];
      const rows = await db
        .deleteFrom("chat_files")
        .where(
          "id",
          "in",
          old.map(({ id }) => id),
        )
        .where("message", "is", null)
        .returningAll()
        .execute();
      return rows.map(toFile);
    },
  };
}

const READ_RULES = ["read", "read_for", "list_for"];

/** CHAT-10: people who may use the panel and read chats. */
export const chatReaders = (db: ChatDatabase, realmId: number | Expression<number>) =>
  db
    .selectFrom("users")
    .where("users.realm_id", "=", realmId)
    .where("users.may_use_panel", "=", 1)
    .where("users.suspended", "=", 0)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom("user_permissions as own")
            .whereRef("own.user_id", "=", "users.id")
            .where("own.module", "=", "chats")
            .where("own.rule", "in", READ_RULES)
            .select("own.user_id"),
        ),
        eb.exists(
          eb
            .selectFrom("group_members as member")
            .innerJoin("group_permissions as granted", "granted.group_id", "member.group_id")
            .whereRef("member.user_id", "=", "users.id")
            .where("granted.module", "=", "chats")
            .where("granted.rule", "in", READ_RULES)
            .select("member.user_id"),
        ),
      ]),
    );
