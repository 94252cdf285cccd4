/** Recordings and voicemail messages in rooms of chat (docs/spec/chat.md, CHAT-110 and following). */
import * as z from "zod/mini";
import { chatMessageSchema, clientIdSchema, roomIdSchema } from "../../chat/chat-state.ts";
import { defineEndpoint } from "../../endpoint.ts";
import type { Demand } from "../../demand.ts";
import { writesChats } from "./starting.ts";

const body = z.object({
  room_id: roomIdSchema,
  /** Of the file, without its ending. */
  name: z.string().check(z.maxLength(1_000)),
  /** What is said to it; may be empty. */
  message: z.string(),
  /** The same when it is sent again: it is shared once. */
  client_id: clientIdSchema,
});
/* @__NO_SIDE_EFFECTS__ */
const hearing = (of: Demand): Demand => ({ kind: "all", of: [of, writesChats] });

export const shareCallRecording = defineEndpoint({
  method: "POST",
  path: "cdrs/{id}/recording/share",
  summary: "Send a recording that the user may hear to a room: all of its people can hear it from then on",
  access: hearing({ kind: "read", module: "cdrs" }),
  /** As of `cdrs/{id}/recording`. */
  params: z.object({ id: z.string().check(z.maxLength(64)) }),
  body: z.extend(body, { recording: z.optional(z.string().check(z.maxLength(64))) }),
  response: chatMessageSchema,
});

export const shareVoicemail = defineEndpoint({
  method: "POST",
  path: "voicemails/{id}/share",
  summary: "Send a voicemail message that the user may hear to a room: all of its people can hear it from then on",
  access: hearing({ kind: "read", module: "voicemails" }),
  params: z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) }),
  body,
  response: chatMessageSchema,
});
