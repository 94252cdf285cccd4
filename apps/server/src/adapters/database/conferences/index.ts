import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createConferenceTables, createPersonalConferences } from "./conferences.migration.ts";
import { createConferenceStore } from "./conference.store.ts";

/** Settings of rooms, personal ones too, and who watches them. */
export const conferencesDatabase = {
  migrations: { "0220_conferences": createConferenceTables, "0240_personal_conferences": createPersonalConferences },
  stores: (db: Kysely<Tables>) => ({ conferences: createConferenceStore(db) }),
} satisfies DatabaseArea;
