import type { Kysely } from "kysely";
import type { ChatErasingStore, Erasure } from "../../../modules/chat/index.ts";
import { ERASE_JOB } from "../../../modules/chat/index.ts";
import { addAuditLine } from "../audit/index.ts";
import type { Tables } from "../schema.ts";
import { addJobRow } from "../server/job.store.ts";
import type { ChatDatabase } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";

export function createChatErasingStore(all: Kysely<Tables>): ChatErasingStore {
  const db: ChatDatabase = all.withTables<ChatTables>();
  const authoredIn = (on: ChatDatabase, { realmId, userId }: Pick<Erasure, "realmId" | "userId">) =>
    on
      .selectFrom("chat_messages as message")
      .innerJoin("chat_rooms as room", "room.id", "message.room_id")
      .where("message.sender_id", "=", userId)
      .where("room.realm_id", "=", realmId);
  const count = async (on: ChatDatabase, of: Pick<Erasure, "realmId" | "userId">): Promise<number> => {
    const { total } = await authoredIn(on, of)
      .select((eb) => eb.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return total;
  };
  return {
    order: ({ realmId, userId, withName, by, way, at }) =>
      all.transaction().execute(async (trx) => {
        const erasure = { realmId, userId, withName };
        const messages = await count(trx.withTables<ChatTables>(), erasure);
        await addAuditLine(trx, {
          realmId,
          at,
          act: "chat.personErased",
          way,
          by,
          person: userId,
          object: null,
          details: { messages, name: withName },
        });
        await addJobRow(trx, { kind: ERASE_JOB.name, payload: JSON.stringify(erasure), runAt: 0 });
        return messages;
      }),
    countOf: (realmId, userId) => count(db, { realmId, userId }),
    removedPeople: async (realmId, name) => {
      const rows = await db
        .selectFrom("chat_messages as message")
        .innerJoin("chat_rooms as room", "room.id", "message.room_id")
        .leftJoin("users", "users.id", "message.sender_id")
        .where("room.realm_id", "=", realmId)
        .where("message.sender_name", "=", name)
        .where("users.id", "is", null)
        .select("message.sender_id")
        .distinct()
        .execute();
      return rows.map(({ sender_id }) => sender_id);
    },
    authored: async (erasure, after, limit) => {
      const rows = await authoredIn(db, erasure)
        .where("message.id", ">", after)
        .where((eb) =>
          eb.or([eb("message.deleted", "=", 0), ...(erasure.withName ? [eb("message.sender_name", "!=", "")] : [])]),
        )
        .select(["message.id", "message.room_id", "message.number"])
        .orderBy("message.id")
        .limit(limit)
        .execute();
      return rows.map(({ id, room_id, number }) => ({ row: id, roomId: room_id, id: number }));
    },
    forgetOwn: ({ realmId, userId }) =>
      db.transaction().execute(async (trx) => {
        const own = await trx
          .selectFrom("users")
          .where("id", "=", userId)
          .where("realm_id", "=", realmId)
          .select("id")
          .executeTakeFirst();
        // Of a removed account nothing is left.
        if (own === undefined) return [];
        const drafts = await trx
          .deleteFrom("chat_drafts")
          .where("user_id", "=", userId)
          .returning(["room_id", "thread"])
          .execute();
        await trx.deleteFrom("chat_saved").where("user_id", "=", userId).execute();
        await trx.updateTable("chat_presences").set({ message: "" }).where("user_id", "=", userId).execute();
        return drafts.map(({ room_id, thread }) => ({ roomId: room_id, thread }));
      }),
  };
}
