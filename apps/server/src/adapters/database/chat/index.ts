import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createChatPresenceStore } from "./chat-presence.store.ts";
import { createChat } from "./chat.migration.ts";
import { createChatStore } from "./chat.store.ts";

/** Rooms, messages, files and presence of chat. */
export const chatDatabase = {
  migrations: { "0240_chat": createChat },
  stores: (db: Kysely<Tables>) => ({ chat: createChatStore(db), chatPresence: createChatPresenceStore(db) }),
} satisfies DatabaseArea;
