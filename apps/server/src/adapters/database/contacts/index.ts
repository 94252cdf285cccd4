import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createContactChanges } from "./contact-changes.ts";
import { createCallerNotes } from "./caller-notes.migration.ts";
import { createCallerNoteStore } from "./caller-notes.store.ts";
import { createContacts } from "./contact-tables.ts";
import { createContactTagStore } from "./contact-tag.store.ts";
import { createContactStore } from "./contact.store.ts";

/** Contacts and their tags. */
export const contactsDatabase = {
  migrations: {
    "0030_contacts": createContacts,
    "0071_contact_changes": createContactChanges,
    "0391_caller_notes": createCallerNotes,
  },
  stores: (db: Kysely<Tables>) => ({
    contacts: createContactStore(db),
    contactTags: createContactTagStore(db),
    callerNotes: createCallerNoteStore(db),
  }),
} satisfies DatabaseArea;
