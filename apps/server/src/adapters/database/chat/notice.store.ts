import { NOTIFY_LEVELS } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import type { NoticeStore, PushedNotice } from "../../../modules/notices/index.ts";
import type { Tables } from "../schema.ts";
import type { ChatDatabase } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";
import { chatReaders } from "./chat.store.ts";

const toPushed = ({ user_id, ...row }: Selectable<ChatTables["chat_pushed"]>): PushedNotice => ({
  userId: user_id,
  ...row,
});

export function createNoticeStore(all: Kysely<Tables>): NoticeStore {
  const db: ChatDatabase = all.withTables<ChatTables>();
  return {
    absent: (query) => findAbsent(db, query),

    unread: async (userIds) => {
      if (userIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("chat_members as own")
        .innerJoin("chat_rooms as room", "room.id", "own.room_id")
        .where("own.user_id", "in", userIds)
        .where("own.open", "=", 1)
        .select((eb) => {
          const mentions = eb
            .selectFrom("chat_mentions as mention")
            .whereRef("mention.room_id", "=", "own.room_id")
            .whereRef("mention.n", ">", "own.read_n")
            .where((one) =>
              one.or([one("mention.user_id", "=", 0), one("mention.user_id", "=", one.ref("own.user_id"))]),
            )
            .select((one) => one.fn.countAll<number>().as("count"));
          const unread = sql<number>`case when ${eb.ref("own.notify")} = 'nothing' then ${mentions}
            else ${eb.ref("room.n")} - ${eb.ref("own.read_n")} end`;
          return ["own.user_id", sql<number>`cast(coalesce(sum(${unread}), 0) as bigint)`.as("unread")];
        })
        .groupBy("own.user_id")
        .execute();
      return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
    },

    picture: async (userId) => {
      const row = await db
        .selectFrom("pictures")
        .where("user_id", "=", userId)
        .where("is_active", "=", 1)
        .select("key")
        .executeTakeFirst();
      return row?.key ?? null;
    },

    pushed: async (userId, tag) => {
      const row = await db
        .selectFrom("chat_pushed")
        .where("user_id", "=", userId)
        .where("tag", "=", tag)
        .selectAll()
        .executeTakeFirst();
      return row && toPushed(row);
    },
    pushedOf: async (tag, message) => {
      const rows = await db
        .selectFrom("chat_pushed")
        .where("tag", "=", tag)
        .where("message", "=", message)
        .selectAll()
        .execute();
      return rows.map(toPushed);
    },
    keepPushed: async ({ userId, tag, message, n, thread }) => {
      await db
        .insertInto("chat_pushed")
        .values({ user_id: userId, tag, message, n, thread })
        .onConflict((conflict) => conflict.columns(["user_id", "tag"]).doUpdateSet({ message, n, thread }))
        .execute();
    },
    forgetPushed: async ({ userId, tag, message }) => {
      const { numDeletedRows } = await db
        .deleteFrom("chat_pushed")
        .where("user_id", "=", userId)
        .where("tag", "=", tag)
        .where("message", "=", message)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function findAbsent(
  db: ChatDatabase,
  { among, only, now }: Parameters<NoticeStore["absent"]>[0],
): ReturnType<NoticeStore["absent"]> {
  const roomId = "roomId" in among ? among.roomId : undefined;
  const userIds = "userIds" in among ? among.userIds : undefined;
  if (userIds?.length === 0) return [];
  const realmId =
    "realmId" in among ? among.realmId : sql<number>`(select realm_id from chat_rooms where id = ${among.roomId})`;
  const rows = await chatReaders(db, realmId)
    .leftJoin("chat_members as own", (join) =>
      join.onRef("own.user_id", "=", "users.id").on("own.room_id", "=", roomId ?? 0),
    )
    // So that it begins with the members, however many people the company has.
    .$if(roomId !== undefined, (people) =>
      people.where("users.id", "in", (eb) =>
        eb
          .selectFrom("chat_members as member")
          .where("member.room_id", "=", roomId ?? 0)
          .select("member.user_id"),
      ),
    )
    .$if(userIds !== undefined, (people) => people.where("users.id", "in", userIds ?? []))
    .$if(only !== undefined, (people) => people.where("users.id", "=", only ?? 0))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("push_subscriptions as browser")
          .innerJoin("sessions", "sessions.id", "browser.session_id")
          .whereRef("browser.user_id", "=", "users.id")
          .where("sessions.revoked_at", "is", null)
          .where("sessions.expires_at", ">", now)
          .select("browser.user_id"),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("chat_devices as device")
            .whereRef("device.user_id", "=", "users.id")
            .whereRef("device.devices", ">", "device.idle")
            .select("device.user_id"),
        ),
      ),
    )
    .select(["users.id", "own.notify"])
    .orderBy("users.id")
    .execute();
  return rows.map(({ id, notify }) => ({
    userId: id,
    level: NOTIFY_LEVELS.find((one) => one === notify) ?? "all",
  }));
}
