import type { Voicemail } from "@callpanel/contract";
import type { TextState } from "../speech/index.ts";
import type { MessagePlace, StoredMessage } from "./voicemail.model.ts";

/** The viewer's rights on a message. */
export interface Shown {
  readonly mailbox: string;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
}

/** VM-4: without the right to hear a message, its texts are left out. */
export function presentMessage(message: StoredMessage, { mailbox, mayRead, mayWrite }: Shown): Voicemail {
  const { id, boxId, place, favorite, from, texts, translationLanguage } = message;
  const words = <Text extends string>(text: TextState<Text>): Text | null =>
    mayRead && text.state === "done" ? text.text : null;
  return {
    id,
    voicemail_box_id: boxId,
    mailbox,
    // VM-8: unread means inbox.
    isRead: place.folder !== "inbox",
    favorite,
    urgent: message.urgent === true,
    dir: `${mailbox}/${folderPath(place)}`,
    folder: place.folder,
    custom_folder: place.folder === "custom" ? place.name : null,
    archive_name: place.folder === "archived" ? place.name : null,
    callerid: `"${from.name}" <${from.number}>`,
    caller_name: from.name,
    caller_number: from.number,
    duration: Math.round(message.durationMs / 1_000),
    origtime: message.at,
    transcription_state: texts.transcription.state,
    transcription: words(texts.transcription),
    transcription_summary: words(texts.summary),
    transcription_category: words(texts.category),
    translation_language: translationLanguage === "" ? null : translationLanguage,
    translation_state: texts.translation.state,
    translation: words(texts.translation),
    may_read: mayRead,
    may_write: mayWrite,
  };
}

function folderPath(place: MessagePlace): string {
  switch (place.folder) {
    case "inbox":
      return "INBOX";
    case "old":
      return "Old";
    case "custom":
      return place.name;
    case "archived":
      return "Archive";
  }
}
