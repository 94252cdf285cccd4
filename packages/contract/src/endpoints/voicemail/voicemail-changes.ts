/** One message: its sound, and what is done with it. The start of the panel needs the list alone. */
import * as z from "zod/mini";
import { defineEndpoint } from "../../endpoint.ts";
import { VOICEMAIL_ARCHIVE_NAME_CHARS, VOICEMAIL_BULK_MAX } from "../../limits.ts";
import { readsVoicemails, voicemailSchema, writesVoicemails } from "./voicemails.ts";

const idParams = z.object({ id: z.coerce.number().check(z.int()) });
/** A message, or a greeting as `g12`. */
const soundParams = z.object({ id: z.string().check(z.regex(/^g?\d{1,15}$/)) });

export const getVoicemail = defineEndpoint({
  method: "GET",
  path: "voicemails/{id}",
  summary: "One message",
  access: readsVoicemails,
  params: idParams,
  response: voicemailSchema,
});

/** The sound of a message or of a greeting; a Range header gets a part of it. */
export const downloadVoicemail = defineEndpoint({
  method: "GET",
  path: "voicemails/{id}/download",
  summary: "The sound of a message, or of a greeting (g12)",
  access: { kind: "any", of: [readsVoicemails, { kind: "read", module: "voicemail_boxes" }] },
  params: soundParams,
  query: z.object({ format: z._default(z.enum(["mp3", "ogg", "wav"]), "mp3") }),
  binary: "audio/mpeg",
  response: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  ),
});

/* @__NO_SIDE_EFFECTS__ */
const changes = <Action extends string>(action: Action, summary: string) =>
  defineEndpoint({
    method: "PUT",
    path: `voicemails/{id}/${action}`,
    summary,
    access: writesVoicemails,
    params: idParams,
    response: voicemailSchema,
  });

export const markVoicemailFavorite = changes("mark_as_favorite", "Make a message a favourite");
export const unmarkVoicemailFavorite = changes("unmark_as_favorite", "A message is no favourite any more");
export const markVoicemailRead = changes("mark_as_read", "From inbox to old");
export const markVoicemailNew = changes("mark_as_new", "From old to inbox");
export const removeVoicemailFromFolder = changes("remove_from_custom_folder", "From a folder of one's own to old");

const folderBody = { custom_folder: z.string().check(z.maxLength(64)) };
const extensionsBody = {
  /** Of people of the company, each once. */
  extensions: z.array(z.string().check(z.minLength(1), z.maxLength(32))).check(z.minLength(1), z.maxLength(100)),
};

export const moveVoicemailToFolder = defineEndpoint({
  method: "PUT",
  path: "voicemails/{id}/move_to_custom_folder",
  summary: "Move a message into a folder of the user; a new name makes the folder",
  access: writesVoicemails,
  params: idParams,
  body: z.object(folderBody),
  response: voicemailSchema,
});

/** What came of keeping or bringing back: a message, or a greeting's new place. */
const keptSchema = z.object({ success: z.literal(true), voicemail: z.nullable(voicemailSchema) });

export const archiveVoicemail = defineEndpoint({
  method: "PUT",
  path: "voicemails/{id}/archive",
  summary: "Keep a message, or the greeting in use (g12), under a name",
  access: {
    kind: "any",
    of: [
      writesVoicemails,
      { kind: "write", module: "voicemail_boxes" },
      { kind: "ruleOnSome", module: "voicemail_boxes", rule: "write_for" },
    ],
  },
  params: soundParams,
  body: z.object({ name: z.string().check(z.maxLength(VOICEMAIL_ARCHIVE_NAME_CHARS)) }),
  response: keptSchema,
});

export const restoreVoicemail = defineEndpoint({
  method: "PUT",
  path: "voicemails/{id}/restore",
  summary: "Bring an archived message back into a folder, or put an archived greeting (g12) in use",
  access: archiveVoicemail.access,
  params: soundParams,
  /** inbox, old or a folder of the user; of a greeting greet, busy, unavail or temp. */
  body: z.object({ folder: z.string().check(z.maxLength(64)) }),
  response: keptSchema,
});

export const deleteVoicemail = defineEndpoint({
  method: "DELETE",
  path: "voicemails/{id}",
  summary: "Remove a message, or an archived greeting (g12), for good",
  access: archiveVoicemail.access,
  params: soundParams,
  response: z.object({ success: z.literal(true) }),
});

/** `transferred`: copies made. */
const transferredSchema = z.object({ success: z.literal(true), transferred: z.number() });

export const transferVoicemail = defineEndpoint({
  method: "POST",
  path: "voicemails/{id}/transfer_voicemail",
  summary: "Give others a copy of a message",
  access: writesVoicemails,
  params: idParams,
  body: z.object(extensionsBody),
  response: transferredSchema,
});

const idsBody = { ids: z.array(z.number().check(z.int())).check(z.minLength(1), z.maxLength(VOICEMAIL_BULK_MAX)) };
/** Those that are changed; messages that no longer exist, or may not be changed, are ignored. */
const bulkSchema = z.object({ success: z.literal(true), count: z.number(), ids: z.array(z.number()) });

const bulk = <Action extends string, Fields extends z.core.$ZodShape>(
  action: Action,
  summary: string,
  fields: Fields,
) =>
  defineEndpoint({
    method: "POST",
    path: `voicemails/bulk/${action}`,
    summary,
    access: writesVoicemails,
    body: z.object({ ...idsBody, ...fields }),
    response: bulkSchema,
  });

export const bulkFavoriteVoicemails = bulk("mark_as_favorite", "Make messages favourites", {});
export const bulkUnfavoriteVoicemails = bulk("unmark_as_favorite", "Messages are no favourites any more", {});
export const bulkMoveVoicemails = bulk("move_to_custom_folder", "Move messages into a folder of one's own", folderBody);
export const bulkUnmoveVoicemails = bulk("remove_from_custom_folder", "From folders of one's own to old", {});
export const bulkReadVoicemails = bulk("mark_as_read", "Mark messages as read", {});
export const bulkUnreadVoicemails = bulk("mark_as_new", "Mark messages as unread", {});
export const bulkTransferVoicemails = bulk("transfer_voicemail", "Give others copies of messages", extensionsBody);
export const bulkDeleteVoicemails = bulk("delete", "Remove messages for good", {});
