import {
  NOTICE_NAME_CHARS,
  NOTICE_TEXT_CHARS,
  noticeTag,
  previewOf,
  type ChatMessage,
  type Locale,
  type PushMessage,
} from "@callpanel/contract";
import { previewOfMessage, type ListedRoom } from "../chat/index.ts";
import { NOTICE_WORDS } from "./notice.words.ts";

export type Shown = Extract<PushMessage, { kind: "show" }>;

/** What of a notification is the person's: their choices, and how much is unread. */
export interface Reader {
  readonly userId: number;
  readonly showsText: boolean;
  readonly sound: boolean;
  readonly unread: number;
}

const clip = (text: string, most: number): string => {
  const one = previewOf(text, most + 1);
  return Array.from(one).length > most ? `${previewOf(one, most)}…` : one;
};
export const clippedName = (name: string): string => clip(plainName(name), NOTICE_NAME_CHARS);
export const clippedText = (text: string): string => clip(text, NOTICE_TEXT_CHARS);
/** Names are not Markdown, but may turn the direction of reading. */
const plainName = (name: string): string => name.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "");

/** CHATN-8: the notification of a message in a room; it replaces an earlier one of the room. */
export function roomNotice(
  { room, people }: ListedRoom,
  { message, icon }: { readonly message: ChatMessage; readonly icon: string | null },
  { userId, showsText, sound, unread }: Reader,
): (locale: Locale) => Shown {
  const from = clippedName(message.from.name);
  const others = people.filter(({ id }) => id !== userId);
  const isPrivate = room.type === "d" && others.length <= 1;
  const name = room.type === "d" ? clippedName(others.map((one) => one.name).join(", ")) : clippedName(room.name);
  const text = clippedText(previewOfMessage(message));
  const place = message.thread === null ? "" : `/${message.id}`;
  return (locale) => {
    const words = NOTICE_WORDS[locale];
    const hidden = isPrivate ? words.message : words.messageFrom(from);
    return {
      kind: "show",
      tag: noticeTag("chat", room.id),
      title: isPrivate ? from : name,
      body: showsText ? (isPrivate ? text : `${from}: ${text}`) : hidden,
      path: `/chat/${room.type}/${room.id}${place}`,
      urgent: false,
      sound,
      unread,
      ...(icon !== null && { icon }),
    };
  };
}

/** CHATN-20: the notification of a text message. */
export function smsNotice(
  {
    conversationId,
    sender,
    text,
  }: {
    readonly conversationId: number;
    /** The name of a contact, or the number. */
    readonly sender: string;
    readonly text: string;
  },
  { showsText, sound, unread }: Reader,
): (locale: Locale) => Shown {
  return (locale) => ({
    kind: "show",
    tag: noticeTag("sms", conversationId),
    title: clippedName(sender),
    body: showsText ? clippedText(text) : NOTICE_WORDS[locale].sms,
    path: `/chat/d/sms/${conversationId}`,
    urgent: false,
    sound,
    unread,
  });
}
