import type { ChatUser } from "@callpanel/contract";

/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly username: string;
  readonly name: string;
  readonly uid: string | null;
}

/** The beginning of a mention before the cursor. */
export interface OpenMention {
  readonly from: number;
  readonly search: string;
}

/** CHATUI-13: whether a name is being typed after an `@` at the cursor. */
export function mentionAt(text: string, cursor: number): OpenMention | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}_.-]{0,40})$/u.exec(text.slice(0, cursor));
  const search = found?.[1];
  return search === undefined ? null : { from: cursor - search.length - 1, search };
}

const MOST = 8;
const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** People whose name or username begins with it, or a word of whose name does. */
export function fittingPeople(people: readonly ChatUser[], search: string, self: string): readonly Mentionable[] {
  const wanted = fold(search);
  const begins = (text: string) => fold(text).startsWith(wanted);
  return people
    .filter(({ chatUserId }) => chatUserId !== self)
    .filter(({ name, username }) => begins(username) || begins(name) || name.split(/\s+/).some(begins))
    .slice(0, MOST)
    .map(({ name, username, chatUserId: uid }) => ({ name, username, uid }));
}

/** The text with the name in place of what was typed, and the cursor after it. */
export function complete(text: string, { from, search }: OpenMention, username: string) {
  const before = `${text.slice(0, from)}@${username} `;
  return { text: before + text.slice(from + search.length + 1).replace(/^ /, ""), cursor: before.length };
}
