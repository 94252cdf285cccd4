import type { Kysely } from "kysely";
import type { ChatExportStore } from "../../../modules/chat/index.ts";
import type { Tables } from "../schema.ts";
import { toAccount, type ChatDatabase } from "./chat-rows.ts";
import type { ChatTables } from "./chat-tables.ts";

export function createChatExportStore(all: Kysely<Tables>): ChatExportStore {
  const db: ChatDatabase = all.withTables<ChatTables>();
  return {
    size: async (roomId) => {
      const { messages } = await db
        .selectFrom("chat_messages")
        .where("room_id", "=", roomId)
        .select((eb) => eb.fn.countAll<number>().as("messages"))
        .executeTakeFirstOrThrow();
      const { files, bytes } = await db
        .selectFrom("chat_files")
        .where("room_id", "=", roomId)
        .where("message", "is not", null)
        .select((eb) => [eb.fn.countAll<number>().as("files"), eb.fn.sum<number | null>("bytes").as("bytes")])
        .executeTakeFirstOrThrow();
      return { messages, files, bytes: Number(bytes ?? 0) };
    },
    names: async (realmId, userIds) => {
      if (userIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("users")
        .where("realm_id", "=", realmId)
        .where("id", "in", userIds)
        .select(["id", "first_name", "last_name", "username"])
        .execute();
      return new Map(rows.map((row) => [row.id, toAccount(row).name]));
    },
  };
}
