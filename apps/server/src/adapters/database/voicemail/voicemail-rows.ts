import { VOICEMAIL_CATEGORIES } from "@callpanel/contract";
import type { Selectable } from "kysely";
import * as z from "zod/mini";
import { foldText } from "../../../kernel/text/search-text.ts";
import type { MessageTexts } from "../../../modules/speech/index.ts";
import type { MessageCaller, MessagePlace, NewMessage, StoredMessage } from "../../../modules/voicemail/index.ts";
import { toFlag, type Tables } from "../schema.ts";

const without = z.object({ state: z.enum(["pending", "failed", "off", "unavailable"]) });
const textSchema = z.union([z.object({ state: z.literal("done"), text: z.string() }), without]);
/** Only `textsOf` writes this, so a row that does not parse means a damaged store. */
const textsSchema = z.object({
  transcription: textSchema,
  summary: textSchema,
  category: z.union([z.object({ state: z.literal("done"), text: z.enum(VOICEMAIL_CATEGORIES) }), without]),
  translation: textSchema,
});

/** PostgreSQL limits the size of an index entry, and a caller's name can have any length. */
const SORT_CHARS = 100;
/** Characters of a transcription that are searched; half an hour of speech is longer. */
const SEARCH_CHARS = 4_000;

export function readMessage(row: Selectable<Tables["voicemails"]>): StoredMessage {
  return {
    id: row.id,
    boxId: row.box_id,
    at: row.left_at,
    durationMs: row.duration_ms,
    from: { number: row.caller_number, name: row.caller_name, userId: row.caller_user_id },
    callId: row.call_id,
    ...(row.urgent === 1 && { urgent: true }),
    sound: row.sound,
    texts: z.parse(textsSchema, JSON.parse(row.texts)),
    translationLanguage: row.translation_language,
    place: placeOf(row),
    favorite: row.favorite === 1,
  };
}

function placeOf(row: Pick<Selectable<Tables["voicemails"]>, "folder" | "own_folder" | "archive_name">): MessagePlace {
  switch (row.folder) {
    case "custom":
      return { folder: "custom", name: row.own_folder };
    case "archived":
      return { folder: "archived", name: row.archive_name };
    case "inbox":
      return { folder: "inbox" };
    default:
      return { folder: "old" };
  }
}

export function writePlace(place: MessagePlace) {
  return {
    folder: place.folder,
    own_folder: place.folder === "custom" ? place.name : "",
    archive_name: place.folder === "archived" ? place.name : "",
  };
}

export function writeMessage(message: NewMessage) {
  const { from, texts } = message;
  return {
    box_id: message.boxId,
    ...writePlace({ folder: "inbox" }),
    caller_name: from.name,
    caller_number: from.number,
    caller_user_id: from.userId,
    call_id: message.callId,
    sound: message.sound,
    left_at: message.at,
    duration_ms: message.durationMs,
    favorite: 0 as const,
    urgent: toFlag(message.urgent === true),
    ...textsOf(texts),
    translation_language: message.translationLanguage,
    sort_caller: foldText(from.name === "" ? from.number : `${from.name} ${from.number}`).slice(0, SORT_CHARS),
    search_text: searchTextOf(from, texts),
  };
}

export const textsOf = (texts: MessageTexts) => ({
  texts: JSON.stringify(texts),
  category: texts.category.state === "done" ? texts.category.text : "",
});

/** VM-6: the text in which a message is searched. Each word once, because a search goes through all messages. */
export function searchTextOf(from: MessageCaller, { transcription, summary }: MessageTexts): string {
  const said = [transcription, summary].flatMap((one) => (one.state === "done" ? [one.text] : []));
  const words = foldText([from.name, from.number, ...said].join(" ")).split(" ");
  return [...new Set(words)].join(" ").slice(0, SEARCH_CHARS);
}
