/** Rules of chat that server and panel share (docs/spec/chat.md). */
import { CHAT_LIMITS } from "./chat-limits.ts";
import type { NotifyLevel } from "./chat-state.ts";

/** CHAT-3: a name of a room as it is kept: what is no letter, digit, `.`, `_` or `-` becomes `-`. Empty: it is no name. */
export function roomNameOf(text: string): string {
  const tame = text
    .normalize("NFKC")
    .replace(/\p{Cf}+/gu, "")
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return Array.from(tame).slice(0, CHAT_LIMITS.roomNameChars).join("").replace(/-+$/, "");
}

/** What a message is to a person who did not send it. */
export interface Noticed {
  readonly isDirect: boolean;
  readonly isMentioned: boolean;
  readonly mentionsAll: boolean;
  /** An answer in a thread that the person follows. */
  readonly isFollowed: boolean;
  readonly isAnswer: boolean;
}

/** CHAT-52: whether a message makes a notice. */
export function makesNotice(level: NotifyLevel, noticed: Noticed): boolean {
  const { isDirect, isMentioned, mentionsAll, isFollowed, isAnswer } = noticed;
  if (level === "nothing") return false;
  if (isMentioned || mentionsAll || isFollowed) return true;
  return !isAnswer && (isDirect || level === "all");
}

const MENTION = /(?<![\p{L}\p{N}_@.-])@([\p{L}\p{N}_](?:[\p{L}\p{N}_.-]{0,62}[\p{L}\p{N}_])?)/gu;
/** Names that mean everybody in the room. */
const EVERYBODY: ReadonlySet<string> = new Set(["all", "here", "channel"]);
const MOST_MENTIONS = 50;

/** CHAT-24: the names after `@` in a text, in lower case, and whether one of them means everybody. Code is not read. */
export function mentionedNames(text: string): { readonly names: readonly string[]; readonly all: boolean } {
  const prose = text.replace(/```[^]*?(?:```|$)/g, " ").replace(/`[^`\n]*`/g, " ");
  const found = new Set([...prose.matchAll(MENTION)].map(([, name = ""]) => name.toLowerCase()));
  const names = [...found].filter((name) => !EVERYBODY.has(name)).slice(0, MOST_MENTIONS);
  return { names, all: [...found].some((name) => EVERYBODY.has(name)) };
}

/** One emoji, by what it is written with: pictographs, flags and keycaps, with their joiners and tones. */
const ONE_EMOJI =
  /^(?:\p{RI}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}\p{EMod}?\uFE0F?(?:[\u{E0020}-\u{E007F}]+)?(?:\u200D\p{Extended_Pictographic}\p{EMod}?\uFE0F?){0,8})$/u;

/** CHAT-26: an emoji in the one form in which it is kept; undefined: it is none. */
export function emojiOf(text: string): string | undefined {
  const whole = text.normalize("NFC");
  if (!ONE_EMOJI.test(whole)) return undefined;
  // The sign for "as a picture" where it is needed, and nowhere else: with and without it would be two reactions of one picture.
  return whole
    .replace(/(\p{EMod}|\p{Emoji_Presentation})\uFE0F/gu, "$1")
    .replace(/(?!\p{Emoji_Presentation})(\p{Extended_Pictographic})(?!\uFE0F|\p{EMod})/gu, "$1\uFE0F");
}

/** Text of one line for lists and notices. */
export const previewOf = (text: string, mostChars: number): string =>
  Array.from(text.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .slice(0, mostChars)
    .join("");

/** More of a text is not looked at: a preview is shorter. */
const MOST_PLAIN_CHARS = 2_000;
/** Marks that turn the direction of what follows, and stand for nothing themselves. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** CHATN-8: a text without its Markdown (docs/spec/chat-page.md, CHATUI-10), for places that show plain text. */
export function plainTextOf(text: string): string {
  return text
    .slice(0, MOST_PLAIN_CHARS)
    .replace(DIRECTION_MARKS, "")
    .replace(/^[ \t]*```[\w-]{0,20}[ \t]*$/gm, "")
    .replace(/^[ \t]{0,3}(?:>[ \t]?)+/gm, "")
    .replace(/```/g, "")
    .replace(/`([^`\n]{1,500})`/g, "$1")
    .replace(/\[([^[\]\n]{1,300})\]\((?:https?:|mailto:|tel:)[^()\s]{1,500}\)/gi, "$1")
    .replace(/(\*\*|__|~~)(?=\S)([^*_~\n]{1,500})(?<=\S)\1/g, "$2")
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,500})(?<=\S)\*(?![\p{L}\p{N}*])/gu, "$1")
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]{1,500})(?<=\S)_(?![\p{L}\p{N}_])/gu, "$1");
}
