/** Notes about callers (docs/spec/caller-notes.md). */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { CALLER_NOTE_MAX_CHARS, CONTACT_LINES_MAX } from "../../limits.ts";
import { readsContacts, writesContacts } from "./contact-names.ts";

export const callerNoteSchema = z.object({
  id: z.number(),
  /** E.164 */
  number: z.string(),
  /** One or more lines of plain text. */
  text: z.string(),
  /** `id` is null when the account was removed; the name stays. */
  author: z.object({ id: z.nullable(z.number()), name: z.string() }),
  created_at: z.string(),
  /** Null: as it was written. */
  changed_at: z.nullable(z.string()),
  is_personal: z.boolean(),
  may_change: z.boolean(),
  may_remove: z.boolean(),
});
export type CallerNote = z.infer<typeof callerNoteSchema>;

const number = z.string().check(z.minLength(1), z.maxLength(64));
/** Longer ones are refused with a code of their own. */
const text = z.string().check(z.maxLength(CALLER_NOTE_MAX_CHARS * 4));
const idParams = z.object({ id: z.coerce.number().check(z.int()) });

export const listCallerNotes = defineEndpoint({
  method: "GET",
  path: "contact/notes",
  summary: "The notes about numbers, shared and the user's own, the latest first",
  access: readsContacts,
  /** As many as a contact has, in any spelling, separated by commas. */
  query: z.object({ numbers: z.string().check(z.minLength(1), z.maxLength(65 * CONTACT_LINES_MAX)) }),
  response: z.object({ data: z.array(callerNoteSchema) }),
});

export const createCallerNote = defineEndpoint({
  method: "POST",
  path: "contact/notes",
  summary: "Write a note about a number",
  access: writesContacts,
  /** `is_personal` left out: shared, or personal for users who may not write shared ones. */
  body: z.object({ number, text, is_personal: z.optional(z.boolean()) }),
  response: callerNoteSchema,
});

export const updateCallerNote = defineEndpoint({
  method: "PUT",
  path: "contact/notes/{id}",
  summary: "Change the text of the user's own note",
  access: writesContacts,
  params: idParams,
  body: z.object({ text }),
  response: callerNoteSchema,
});

export const deleteCallerNote = defineEndpoint({
  method: "DELETE",
  path: "contact/notes/{id}",
  summary: "Remove a note",
  access: writesContacts,
  params: idParams,
  response: z.object({ id: z.number() }),
});
