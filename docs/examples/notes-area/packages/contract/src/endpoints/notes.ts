/** Notes that people keep for themselves. */
import * as z from "zod/mini";
import { defineEndpoint } from "../endpoint.ts";

export const NOTES_MAX = 3;

export const noteSchema = z.object({ id: z.number(), text: z.string() });
export type Note = z.infer<typeof noteSchema>;

export const listNotes = defineEndpoint({
  method: "GET",
  path: "notes",
  summary: "One's own notes, the oldest first",
  access: { kind: "read", module: "notes" },
  response: z.object({ data: z.array(noteSchema) }),
});

export const addNote = defineEndpoint({
  method: "POST",
  path: "notes",
  summary: "Adds a note",
  access: { kind: "write", module: "notes" },
  body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: noteSchema,
});
