import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createConferenceTables } from "./conferences.migration.ts";
import { createConferenceStore } from "./conference.store.ts";

/** Settings of rooms, personal ones too, and who watches them. */
export const conferencesDatabase = {
  migrations: { "0220_conferences": createConferenceTables },
  stores: (db: Kysely<Tables>) => ({ conferences: createConferenceStore(db) }),
} satisfies DatabaseArea;
