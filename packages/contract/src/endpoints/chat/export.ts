/** A room as a file, and what a person wrote as far as it is to be removed. */
import * as z from "zod/mini";
import { roomIdSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import { LOCALES } from "../../limits.ts";
import { flagSchema } from "../paging.ts";
import { readsChats } from "./starting.ts";

export const EXPORT_FORMS = ["html", "json"] as const;
export type ExportFormName = (typeof EXPORT_FORMS)[number];

export const exportChatRoom = defineEndpoint({
  method: "GET",
  path: "chats/rooms/{room_id}/export",
  summary: "A room with all of its messages as a file, for its owners; a direct conversation for each of its people",
  access: readsChats,
  params: z.object({ room_id: roomIdSchema }),
  query: z.object({
    form: z._default(z.enum(EXPORT_FORMS), "html"),
    /** A ZIP archive with the files too. */
    files: z._default(flagSchema, false),
    locale: z._default(z.enum(LOCALES), "en-US"),
    /** IANA name, for the times of the page. */
    time_zone: z._default(z.string().check(z.maxLength(64)), "UTC"),
  }),
  binary: "application/octet-stream",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

export const getOwnChatExport = defineEndpoint({
  method: "GET",
  path: "chats/exports/own",
  summary: "The progress of the user's export; null: none is running",
  access: readsChats,
  response: z.object({
    data: z.nullable(z.object({ room_id: roomIdSchema, written: z.number(), total: z.number() })),
  }),
});

export const eraseMessages = defineEndpoint({
  method: "POST",
  path: "administration/people/erase_messages",
  summary: "Delete what a person wrote in chat, in all rooms of the company; also of an account that was removed",
  access: { kind: "rule", module: "administration", rule: "manage_people" },
  body: z.object({
    user_id: z.string().check(z.maxLength(64)),
    /** Their name at the messages too. */
    name: z.boolean(),
  }),
  /** Messages of the person; they are deleted one after the other. */
  response: z.object({ messages: z.number() }),
});
