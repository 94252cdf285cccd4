import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createSms } from "./sms.migration.ts";
import { createSmsStore } from "./sms.store.ts";

/** Conversations by text message. */
export const smsDatabase = {
  migrations: { "0250_sms": createSms },
  stores: (db: Kysely<Tables>) => ({ sms: createSmsStore(db) }),
} satisfies DatabaseArea;
