import type { AnyRoom, ChatUser } from "@callpanel/contract";
import { findEmojis, fold } from "../../emoji/emojis.model.ts";
import type { Emoji } from "../../emoji/emojis.model.ts";

/** A text that can replace the typed one. */
export interface Suggestion {
  readonly key: string;
  /** Written into the text. */
  readonly insert: string;
  readonly name: string;
  /** Shown next to the name. */
  readonly code: string;
}

/** The beginning of a name before the cursor: of a person, a room or an emoji. */
export interface OpenName {
  readonly sign: "@" | "#" | ":";
  /** Place of the sign. */
  readonly from: number;
  readonly search: string;
}

const OPEN = /(?:^|[\s(])([@#:])([\p{L}\p{N}_+.-]{0,40})$/u;
/** A colon is mostly no emoji. */
const EMOJI_SIGNS = 2;

/** CHATUI-13, CHATUI-43, CHATUI-45: whether a name is being typed at the cursor. */
export function nameAt(text: string, cursor: number): OpenName | null {
  const [, sign, search = ""] = OPEN.exec(text.slice(0, cursor)) ?? [];
  if (sign !== "@" && sign !== "#" && sign !== ":") return null;
  if (sign === ":" && search.length < EMOJI_SIGNS) return null;
  return { sign, from: cursor - search.length - 1, search };
}

const MOST = 8;

/** People whose name or username begins with it, or a word of whose name does. */
export function fittingPeople(people: readonly ChatUser[], search: string, self: string): readonly ChatUser[] {
  const wanted = fold(search);
  const begins = (text: string) => fold(text).startsWith(wanted);
  return people
    .filter(({ chatUserId }) => chatUserId !== self)
    .filter(({ name, username }) => begins(username) || begins(name) || name.split(/\s+/).some(begins))
    .slice(0, MOST);
}

export const suggestedPerson = ({ name, username }: Pick<ChatUser, "name" | "username">): Suggestion => ({
  key: username,
  insert: `@${username}`,
  name,
  code: `@${username}`,
});

/** The user's channels and groups whose name begins with it. */
export function fittingRooms(rooms: readonly AnyRoom[], search: string): readonly Suggestion[] {
  const wanted = fold(search);
  return rooms
    .flatMap((room) => (room.type === "d" || room.archived ? [] : [room]))
    .filter(({ name }) => fold(name).startsWith(wanted))
    .slice(0, MOST)
    .map(({ id, name, topic }) => ({ key: id, insert: `#${name}`, name: `#${name}`, code: topic }));
}

export const fittingEmojis = (emojis: readonly Emoji[], search: string): readonly Suggestion[] =>
  findEmojis(emojis, search, MOST).map(({ emoji, name, codes: [code] }) => ({
    key: emoji,
    insert: emoji,
    name: `${emoji} ${name}`,
    code: code === undefined ? "" : `:${code}:`,
  }));

/** The text with the name in place of what was typed, and the cursor after it. */
export function complete(text: string, { from, search }: Pick<OpenName, "from" | "search">, insert: string) {
  const before = `${text.slice(0, from)}${insert} `;
  return { text: before + text.slice(from + search.length + 1).replace(/^ /, ""), cursor: before.length };
}

/** CHATUI-43: the text with the emoji in place of `:code:`, which has just been closed at the cursor. */
export function closedCode(text: string, cursor: number, emojis: readonly Emoji[]) {
  const [whole, code = ""] = /:([a-z0-9_+-]{2,40}):$/.exec(text.slice(0, cursor)) ?? [];
  const found = whole === undefined ? undefined : emojis.find(({ codes }) => codes.includes(code));
  if (whole === undefined || found === undefined) return null;
  const before = text.slice(0, cursor - whole.length) + found.emoji;
  return { text: before + text.slice(cursor), cursor: before.length };
}
