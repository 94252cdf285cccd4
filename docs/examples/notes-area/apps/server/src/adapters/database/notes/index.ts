import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createNotes } from "./note.migration.ts";
import { createNoteStore } from "./note.store.ts";

export const notesDatabase = {
  migrations: { "9000_notes": createNotes },
  stores: (db: Kysely<Tables>) => ({ notes: createNoteStore(db) }),
} satisfies DatabaseArea;
