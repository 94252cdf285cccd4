import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createSmsFileStore } from "./sms-files.ts";
import { createSmsKeepingStore } from "./sms-keeping.store.ts";
import {
  addSmsFiles,
  addSmsForwards,
  addSmsParts,
  createSms,
  createSmsDrafts,
  createSmsTemplates,
} from "./sms.migration.ts";
import { createSmsPartStore } from "./sms-parts.ts";
import { createSmsStore } from "./sms.store.ts";

/** Conversations by text message. */
export const smsDatabase = {
  migrations: {
    "0250_sms": createSms,
    "0260_sms_templates": createSmsTemplates,
    "0264_sms_files": addSmsFiles,
    "0265_sms_forwards": addSmsForwards,
    "0266_sms_parts": addSmsParts,
    "0330_sms_drafts": createSmsDrafts,
  },
  stores: (db: Kysely<Tables>) => ({
    sms: createSmsStore(db),
    smsFiles: createSmsFileStore(db),
    smsParts: createSmsPartStore(db),
    smsKeeping: createSmsKeepingStore(db),
  }),
} satisfies DatabaseArea;
