import type { VoicemailSortColumn } from "@callpanel/contract";
import type { FolderFilter, MessageSearch } from "../../../modules/voicemail/index.ts";

/** The part of a message that is searched and sorted. */
export interface CopiedMessage {
  readonly id: number;
  readonly at: number;
  readonly durationMs: number;
  readonly folder: string;
  readonly ownFolder: string;
  readonly isFavorite: boolean;
  readonly category: string;
  /** Folded, like the text. */
  readonly caller: string;
  readonly text: string;
}

type Messages = readonly CopiedMessage[];

/** A box's messages in memory. Immutable: a newer copy replaces it. */
export interface MessageSearchIndex {
  /** Sorted by id. */
  readonly messages: Messages;
  /** The sort orders that were used so far. */
  readonly sorted: ReadonlyMap<VoicemailSortColumn, Messages>;
  /** In ascending order of a column, equal ones by id. Sorted when first used. */
  sortedBy(column: VoicemailSortColumn): Messages;
}

type Order = (one: CopiedMessage, other: CopiedMessage) => number;

const ORDERS: { readonly [Column in VoicemailSortColumn]: Order } = {
  origtime: (one, other) => one.at - other.at || one.id - other.id,
  duration: (one, other) => one.durationMs - other.durationMs || one.id - other.id,
  callerid: (one, other) => compared(one.caller, other.caller) || one.id - other.id,
  category: (one, other) => compared(one.category, other.category) || one.id - other.id,
};

/** By code points, as SQLite does. */
const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Sorted = Map<VoicemailSortColumn, Messages>;

export function copyOfBox(messages: Messages, sorted: Sorted = new Map()): MessageSearchIndex {
  return {
    messages,
    sorted,
    sortedBy: (column) => {
      const order = sorted.get(column) ?? messages.toSorted(ORDERS[column]);
      sorted.set(column, order);
      return order;
    },
  };
}

/** The copy with these messages in their current state. A message that is in `ids` but not in `changed` is removed. */
export function changeBox(
  { messages, sorted }: MessageSearchIndex,
  ids: ReadonlySet<number>,
  changed: Messages,
): MessageSearchIndex {
  // Both parts are sorted, so the sort only has to merge two runs.
  const join = (before: Messages, order: Order): Messages =>
    [...before.filter(({ id }) => !ids.has(id)), ...changed.toSorted(order)].toSorted(order);
  const orders = Array.from(sorted, ([column, before]) => [column, join(before, ORDERS[column])] as const);
  return copyOfBox(
    join(messages, (one, other) => one.id - other.id),
    new Map(orders),
  );
}

/** The messages of several boxes that match, in ascending order of a column. */
export function foundIn(
  copies: readonly MessageSearchIndex[],
  search: Omit<MessageSearch, "boxIds">,
  column: VoicemailSortColumn,
): Messages {
  const fits = fitting(search);
  const found = copies.map((copy) => {
    if (search.words.length === 0 || column === "origtime") return copy.sortedBy(column).filter(fits);
    // Texts are in memory in the order of time. Searching them in another order takes three times as long.
    const those = new Set(copy.messages.filter(fits));
    return copy.sortedBy(column).filter((message) => those.has(message));
  });
  return merged(found, ORDERS[column]);
}

function fitting({ folder, category, from, until, words, ids }: Omit<MessageSearch, "boxIds">) {
  const isIn = inFolder(folder);
  const these = ids === undefined ? undefined : new Set(ids);
  return (message: CopiedMessage): boolean =>
    (these === undefined || these.has(message.id)) &&
    isIn(message) &&
    (category === undefined || message.category === category) &&
    message.at >= from &&
    message.at < until &&
    words.every((word) => message.text.includes(word));
}

/** Merges sorted lists: neighbours are merged until one list is left. */
function merged(runs: readonly Messages[], order: Order): Messages {
  const [one = [], other] = runs;
  if (other === undefined) return one;
  const pairs = Array.from({ length: Math.ceil(runs.length / 2) }, (_, pair) =>
    mergedPair(runs[2 * pair] ?? [], runs[2 * pair + 1] ?? [], order),
  );
  return merged(pairs, order);
}

function mergedPair(one: Messages, other: Messages, order: Order): Messages {
  const all: CopiedMessage[] = [];
  let [at, otherAt] = [0, 0];
  for (;;) {
    const [first, second] = [one[at], other[otherAt]];
    if (first === undefined) return all.concat(other.slice(otherAt));
    if (second === undefined) return all.concat(one.slice(at));
    if (order(first, second) <= 0) {
      all.push(first);
      at += 1;
    } else {
      all.push(second);
      otherAt += 1;
    }
  }
}

/** VM-7 */
function inFolder(filter: FolderFilter): (message: CopiedMessage) => boolean {
  switch (filter.folder) {
    case "all":
      return ({ folder }) => folder !== "archived";
    case "favorite":
      return ({ folder, isFavorite }) => isFavorite && folder !== "archived";
    case "own":
      return ({ folder, ownFolder }) => folder === "custom" && ownFolder === filter.name;
    default:
      return ({ folder }) => folder === filter.folder;
  }
}
