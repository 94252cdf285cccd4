import type { VoicemailSortColumn } from "@callpanel/contract";
import type { FolderFilter, MessageSearch } from "../../modules/voicemail/index.ts";

/** What a message is found and sorted by. */
export interface CopiedMessage {
  readonly id: number;
  readonly at: number;
  readonly durationMs: number;
  readonly folder: string;
  readonly ownFolder: string;
  readonly isFavorite: boolean;
  readonly category: string;
  /** Folded, as is the text. */
  readonly caller: string;
  readonly text: string;
}

type Messages = readonly CopiedMessage[];

/** A box's messages in memory, never changed but replaced. */
export interface BoxCopy {
  /** In the order of their ids. */
  readonly messages: Messages;
  /** What was asked for so far. */
  readonly sorted: ReadonlyMap<VoicemailSortColumn, Messages>;
  /** In ascending order of a column, equal ones of their ids; made when it is first asked for. */
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

export function copyOfBox(messages: Messages, sorted: Sorted = new Map()): BoxCopy {
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

/** With some messages as they are now; of `ids` those that are not among them are gone. */
export function changeBox({ messages, sorted }: BoxCopy, ids: ReadonlySet<number>, changed: Messages): BoxCopy {
  // Two that are sorted, one after the other: sorting them is joining them.
  const join = (before: Messages, order: Order): Messages =>
    [...before.filter(({ id }) => !ids.has(id)), ...changed.toSorted(order)].toSorted(order);
  const orders = Array.from(sorted, ([column, before]) => [column, join(before, ORDERS[column])] as const);
  return copyOfBox(
    join(messages, (one, other) => one.id - other.id),
    new Map(orders),
  );
}

/** What is found in some boxes together, in ascending order of a column. */
export function foundIn(
  copies: readonly BoxCopy[],
  search: Omit<MessageSearch, "boxIds">,
  column: VoicemailSortColumn,
): Messages {
  const { category, from, until, words } = search;
  const isIn = inFolder(search.folder);
  const fits = (message: CopiedMessage): boolean =>
    isIn(message) &&
    (category === undefined || message.category === category) &&
    message.at >= from &&
    message.at < until &&
    words.every((word) => message.text.includes(word));
  const found = copies.map((copy) => copy.sortedBy(column).filter(fits));
  // Each is sorted already: joining them is quick.
  return found.length === 1 ? (found[0] ?? []) : found.flat().toSorted(ORDERS[column]);
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
