import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createChatErasingStore } from "./chat-erasing.store.ts";
import { createChatExportStore } from "./chat-export.store.ts";
import { createChatKeeping } from "./chat-keeping.migration.ts";
import { createChatKeepingStore } from "./chat-keeping.store.ts";
import { createChatPresenceStore } from "./chat-presence.store.ts";
import { createPushedNotices } from "./chat-pushed.migration.ts";
import { addCallsToChat, createChat } from "./chat.migration.ts";
import { createChatStore } from "./chat.store.ts";
import { createNoticeStore } from "./notice.store.ts";
import { markMessages } from "./search-marks.migration.ts";

/** Rooms, messages, files and presence of chat. */
export const chatDatabase = {
  migrations: {
    "0240_chat": createChat,
    "0268_chat_pushed": createPushedNotices,
    "0270_chat_calls": addCallsToChat,
    "0277_chat_keeping": createChatKeeping,
    "0280_chat_search": markMessages,
  },
  stores: (db: Kysely<Tables>) => ({
    chat: createChatStore(db),
    chatKeeping: createChatKeepingStore(db),
    chatErasing: createChatErasingStore(db),
    chatExport: createChatExportStore(db),
    chatPresence: createChatPresenceStore(db),
    notices: createNoticeStore(db),
  }),
} satisfies DatabaseArea;
