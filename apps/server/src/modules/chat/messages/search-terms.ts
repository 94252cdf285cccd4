/**
 * What the index of words holds of a message: its words, and marks for everything else that a search asks for, so that a search is
 * one question to the index. A word has letters and digits only, and a mark begins with `_`: nobody can type one.
 */
import { groupsOf, wordsOf } from "./chat-words.ts";

/** CHAT-46: a beginning has at least this many signs; up to `MOST_START` it is a mark of its own, longer ones the database looks for. */
const LEAST_START = 3;
const MOST_START = 5;

export interface IndexedMessage {
  readonly roomId: number;
  readonly senderId: number;
  readonly text: string;
  /** Names of its files. */
  readonly files: readonly string[];
  readonly isPinned: boolean;
}

/** Words that stand next to each other; the last one may be a beginning. */
export interface SearchTerm {
  readonly signs: readonly string[];
  readonly isPrefix: boolean;
}

/** Stands before the id of a room. */
export const ROOM_MARK = "_room_";
const fromMark = (userId: number): string => `_from_${userId}`;
const hasMark = (what: "file" | "link" | "pin"): string => `_has_${what}`;
const startMark = (start: readonly string[]): string => `_start_${start.join("")}`;

/** Words in their order, then marks. */
export function indexTerms({ roomId, senderId, text, files, isPinned }: IndexedMessage): {
  readonly words: readonly string[];
  readonly marks: readonly string[];
} {
  const words = wordsOf([text, ...files].join("\n"));
  const marks = new Set([`${ROOM_MARK}${roomId}`, fromMark(senderId)]);
  if (files.length > 0) marks.add(hasMark("file"));
  if (text.includes("://")) marks.add(hasMark("link"));
  if (isPinned) marks.add(hasMark("pin"));
  for (const word of words) {
    const signs = firstSigns(word);
    for (let count = LEAST_START; count <= signs.length; count += 1) marks.add(startMark(signs.slice(0, count)));
  }
  return { words, marks: [...marks] };
}

const firstSigns = (word: string): readonly string[] => Array.from(word.slice(0, 2 * MOST_START)).slice(0, MOST_START);

/** The words of a search; the last one may be a beginning if nothing stands after it. */
export function searchTerms(text: string, most: number): readonly SearchTerm[] {
  const groups = groupsOf(text).slice(0, most);
  const isOpen = /[\p{L}\p{N}]$/u.test(text);
  return groups.map((signs, at) => termOf(signs, isOpen && at === groups.length - 1));
}

function termOf(signs: readonly string[], isOpen: boolean): SearchTerm {
  const count = Array.from(signs.at(-1) ?? "").length;
  if (!isOpen || count < LEAST_START) return { signs, isPrefix: false };
  const [word] = signs;
  return signs.length === 1 && word !== undefined && count <= MOST_START
    ? { signs: [startMark(firstSigns(word))], isPrefix: false }
    : { signs, isPrefix: true };
}

const termOfMark = (mark: string): SearchTerm => ({ signs: [mark], isPrefix: false });

/** What a message must have in addition to the words: for each of the lists one of its marks. */
export const marksWanted = ({
  senderIds,
  has,
}: {
  readonly senderIds: readonly number[] | undefined;
  readonly has: ReadonlySet<"file" | "link" | "pin">;
}): ReadonlyArray<readonly SearchTerm[]> => [
  ...(senderIds === undefined ? [] : [senderIds.map((id) => termOfMark(fromMark(id)))]),
  ...[...has].map((what) => [termOfMark(hasMark(what))]),
];
