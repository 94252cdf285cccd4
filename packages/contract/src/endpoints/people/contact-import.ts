/** Contacts from a CSV file and into one (spec 2 §7, contacts). How an import goes is settled in docs/spec/contacts.md. */
import * as z from "zod/mini";
import { CONTACT_IMPORT_MAX_BYTES, importFieldSchema } from "../../contact-columns.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { CONTACT_BULK_MAX } from "../../limits.ts";
import { flagSchema } from "../paging.ts";
import { readsContacts, writesContacts } from "./contact-names.ts";
import { limitSchema, startSchema } from "../paging.ts";

/** What becomes of a row that is there already. */
export const duplicateChoiceSchema = z.enum(["skip", "update", "create"]);
export type DuplicateChoice = z.infer<typeof duplicateChoiceSchema>;

/**
 * `mapping`: read, columns are to be confirmed. `ready`: rows were checked, nothing is written. `running`: rows are written.
 * `done`, `cancelled`, `failed`: over; what was written stays.
 */
export const importPhaseSchema = z.enum(["mapping", "ready", "running", "done", "cancelled", "failed"]);
export type ImportPhase = z.infer<typeof importPhaseSchema>;

/** How far the rows are written. */
export const importProgressSchema = z.object({
  /** Rows dealt with, of how many. */
  done: z.number(),
  total: z.number(),
  created: z.number(),
  updated: z.number(),
  /** Duplicates left alone. */
  skipped: z.number(),
  /** Rows with errors. */
  refused: z.number(),
});
export type ImportProgress = z.infer<typeof importProgressSchema>;

export const contactImportSchema = z.object({
  id: z.string(),
  phase: importPhaseSchema,
  is_personal: z.boolean(),
  /** As it was found. */
  encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
  delimiter: z.string(),
  quote: z.string(),
  /** The first row names the columns. */
  has_header: z.boolean(),
  /** `field`: what the column is, guessed or as it was set; null: nothing. */
  columns: z.array(
    z.object({ header: z.string(), samples: z.array(z.string()), field: z.nullable(importFieldSchema) }),
  ),
  /** Without the header. */
  rows: z.number(),
  on_duplicate: duplicateChoiceSchema,
  /** Of the rows, once they were checked. */
  counts: z.nullable(
    z.object({
      new: z.number(),
      duplicate: z.number(),
      error: z.number(),
      /** Those that an import would write, by the choices for duplicates. Older servers do not say. */
      to_write: z.optional(z.number()),
    }),
  ),
  /** Since the start. */
  progress: z.nullable(importProgressSchema),
  /** When it is forgotten unless it is used, ms since the epoch. */
  expires_at: z.number(),
});
export type ContactImport = z.infer<typeof contactImportSchema>;

export const readContactFile = defineEndpoint({
  method: "POST",
  path: "contact/import",
  summary: "Read a CSV file and guess what its columns are; nothing is written",
  access: writesContacts,
  upload: { field: "csv_file", maxBytes: CONTACT_IMPORT_MAX_BYTES, mediaTypes: ["text/csv"] },
  response: contactImportSchema,
});

export const getOwnImport = defineEndpoint({
  method: "GET",
  path: "contact/import",
  summary: "The user's own import, if there is one",
  access: writesContacts,
  response: z.object({ data: z.nullable(contactImportSchema) }),
});

const importParams = z.object({ id: z.string().check(z.maxLength(64)) });

export const getContactImport = defineEndpoint({
  method: "GET",
  path: "contact/import/{id}",
  summary: "The state of the user's own import",
  access: writesContacts,
  params: importParams,
  response: contactImportSchema,
});

export const checkContactImport = defineEndpoint({
  method: "PUT",
  path: "contact/import/{id}",
  summary: "Say what the columns are and what becomes of duplicates; all rows are checked, nothing is written",
  access: writesContacts,
  params: importParams,
  /** What is left out stays as it is. */
  body: z.object({
    is_personal: z.optional(z.boolean()),
    has_header: z.optional(z.boolean()),
    /** A field a column, each once; null for a column that is left out. */
    mapping: z.optional(z.array(z.nullable(importFieldSchema))),
    on_duplicate: z.optional(duplicateChoiceSchema),
    /** Of single duplicates, by row. They are forgotten when the mapping changes. */
    choices: z.optional(
      z.array(z.object({ row: z.number(), choice: duplicateChoiceSchema })).check(z.maxLength(CONTACT_BULK_MAX)),
    ),
  }),
  response: contactImportSchema,
});

export const importRowSchema = z.object({
  /** As a spreadsheet counts: the file's first is 1. */
  row: z.number(),
  state: z.enum(["new", "duplicate", "error"]),
  name: z.string(),
  company: z.string(),
  phone_numbers: z.array(z.string()),
  emails: z.array(z.string()),
  /** `column` from 0; null where no column has the field. */
  errors: z.array(z.object({ column: z.nullable(z.number()), field: z.string(), code: z.string(), value: z.string() })),
  /** What it doubles: a contact, or an earlier row of the file. */
  duplicate: z.nullable(
    z.object({
      contact_id: z.nullable(z.number()),
      row: z.nullable(z.number()),
      name: z.string(),
      by: z.enum(["number", "email", "name"]),
    }),
  ),
  choice: z.nullable(duplicateChoiceSchema),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const listImportRows = defineEndpoint({
  method: "GET",
  path: "contact/import/{id}/rows",
  summary: "The checked rows of an import, in the file's order",
  access: writesContacts,
  params: importParams,
  query: z.object({
    start: startSchema,
    limit: limitSchema,
    state: z.optional(z.enum(["new", "duplicate", "error"])),
  }),
  response: z.object({ total: z.number(), data: z.array(importRowSchema) }),
});

export const startContactImport = defineEndpoint({
  method: "POST",
  path: "contact/import/{id}/start",
  summary: "Write the rows; CONTACTIMPORT reports progress",
  access: writesContacts,
  params: importParams,
  response: contactImportSchema,
});

export const cancelContactImport = defineEndpoint({
  method: "DELETE",
  path: "contact/import/{id}",
  summary: "Stop an import; what was written stays. One that does not run is forgotten",
  access: writesContacts,
  params: importParams,
  response: contactImportSchema,
});

const stream = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
);

export const getRefusedRows = defineEndpoint({
  method: "GET",
  path: "contact/import/{id}/refused",
  summary: "The rows that were not written, as a CSV file with the reasons",
  access: writesContacts,
  params: importParams,
  binary: "text/csv; charset=utf-8",
  response: stream,
});

export const exportContacts = defineEndpoint({
  method: "POST",
  path: "contact/export",
  summary: "Contacts as a CSV file that can be imported again",
  access: readsContacts,
  body: z.object({
    is_personal: z.optional(flagSchema),
    search: z._default(z.string().check(z.maxLength(200)), ""),
    filter_by_tags: z._default(z.string().check(z.maxLength(1_000)), ""),
    filter_by_personal_tags: z._default(z.string().check(z.maxLength(1_000)), ""),
    /** These alone. */
    ids: z.optional(z.array(z.number().check(z.int())).check(z.maxLength(CONTACT_BULK_MAX))),
    /** In this order; without it all there are. */
    columns: z.optional(z.array(importFieldSchema).check(z.minLength(1), z.maxLength(100))),
  }),
  binary: "text/csv; charset=utf-8",
  response: stream,
});
