import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createVoicemail, markUrgentVoicemails, createVoicemailAges } from "./voicemail.migration.ts";
import { createVoicemailStore } from "./voicemail.store.ts";

/** Voicemail boxes, messages and greetings. */
export const voicemailDatabase = {
  migrations: {
    "0082_voicemail": createVoicemail,
    "0088_urgent_voicemails": markUrgentVoicemails,
    "0090_voicemail_ages": createVoicemailAges,
  },
  stores: (db: Kysely<Tables>) => ({
    voicemail: createVoicemailStore(db),
  }),
} satisfies DatabaseArea;
