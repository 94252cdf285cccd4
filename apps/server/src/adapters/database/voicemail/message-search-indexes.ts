import { sql, type Kysely } from "kysely";
import { yieldLoop } from "../../../kernel/concurrency/yield-loop.ts";
import type { MessagePage } from "../../../modules/voicemail/index.ts";
import { changeBox, copyOfBox, foundIn, type MessageSearchIndex, type CopiedMessage } from "./message-search-index.ts";
import type { Tables } from "../schema.ts";

/** Messages in memory at the same time, over all boxes: about 150 MB with messages of half a minute each. */
const MOST_MESSAGES = 300_000;
/** Messages processed in one go, before other work may run: about three milliseconds. */
const PIECE = 500;

/**
 * In-memory copies of boxes for what no index can do: searches, and several boxes together (ADR 14). A copy is read when its
 * box is first searched. The code that writes messages, here or at another server, reports their ids, and they are read again.
 */
export interface MessageSearchIndexes {
  page(page: MessagePage): Promise<{ readonly total: number; readonly ids: readonly number[] }>;
  /** Reports messages that were written, added or removed; called after the commit. */
  changed(ids: readonly number[] | "any"): void;
}

interface Held {
  copy: Promise<MessageSearchIndex>;
  size: number;
  /** Ids of messages that have changed since the copy was read. */
  readonly stale: Set<number>;
}

export function createMessageSearchIndexes(db: Kysely<Tables>): MessageSearchIndexes {
  /** In order of use; the most recently used box is the last. */
  const boxes = new Map<number, Held>();

  const dropOldest = (): void => {
    let held = [...boxes.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [boxId, { size }] of [...boxes].slice(0, -1)) {
      if (held <= MOST_MESSAGES) return;
      held -= size;
      boxes.delete(boxId);
    }
  };

  const copyOf = async (boxId: number): Promise<MessageSearchIndex> => {
    const held = boxes.get(boxId) ?? { copy: readBox(db, boxId), size: 0, stale: new Set() };
    boxes.delete(boxId);
    boxes.set(boxId, held);
    // One after the other: a query that comes after a change must not get a copy from before that change.
    const turn = held.copy.then((copy) => caughtUp(db, boxId, { copy, stale: held.stale }));
    held.copy = turn;
    try {
      const copy = await turn;
      held.size = copy.messages.length;
      dropOldest();
      return copy;
    } catch (error) {
      boxes.delete(boxId);
      throw error;
    }
  };

  return {
    page: async ({ boxIds, sort, ascending, start, limit, ...search }) => {
      const copies: MessageSearchIndex[] = [];
      for (const boxId of new Set(boxIds)) copies.push(await copyOf(boxId));
      const found = foundIn(copies, search, sort);
      const total = found.length;
      const page = ascending
        ? found.slice(start, start + limit)
        : found.slice(Math.max(0, total - start - limit), Math.max(0, total - start)).toReversed();
      return { total, ids: page.map(({ id }) => id) };
    },
    changed: (ids) => {
      if (ids === "any") return boxes.clear();
      for (const { stale } of boxes.values()) for (const id of ids) stale.add(id);
    },
  };
}

async function readBox(db: Kysely<Tables>, boxId: number): Promise<MessageSearchIndex> {
  const messages: CopiedMessage[] = [];
  for (let isDone = false; !isDone;) {
    const last = messages.at(-1);
    const found = rowsOf(db, boxId).orderBy("left_at").orderBy("id").limit(PIECE);
    const rows = await (
      last === undefined ? found : found.where(sql<boolean>`(left_at, id) > (${last.at}, ${last.id})`)
    ).execute();
    for (const row of rows) messages.push(copied(row));
    isDone = rows.length < PIECE;
    await yieldLoop();
  }
  return copyOfBox(messages.toSorted((one, other) => one.id - other.id));
}

async function caughtUp(
  db: Kysely<Tables>,
  boxId: number,
  { copy, stale }: { readonly copy: MessageSearchIndex; readonly stale: Set<number> },
): Promise<MessageSearchIndex> {
  if (stale.size === 0) return copy;
  const ids = [...stale];
  // What changes from here on is read again by the next query.
  stale.clear();
  const messages: CopiedMessage[] = [];
  for (let at = 0; at < ids.length; at += PIECE) {
    const rows = await rowsOf(db, boxId)
      .where("id", "in", ids.slice(at, at + PIECE))
      .execute();
    for (const row of rows) messages.push(copied(row));
    await yieldLoop();
  }
  return changeBox(copy, new Set(ids), messages);
}

const rowsOf = (db: Kysely<Tables>, boxId: number) =>
  db
    .selectFrom("voicemails")
    .where("box_id", "=", boxId)
    .select([
      "id",
      "left_at as at",
      "duration_ms as durationMs",
      "folder",
      "own_folder as ownFolder",
      "favorite",
      "category",
      "sort_caller as caller",
      "search_text as text",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

/** New objects with the same properties: searching them is three times faster than searching the database rows. */
const copied = ({ id, at, durationMs, folder, ownFolder, favorite, category, caller, text }: Row): CopiedMessage => ({
  id,
  at,
  durationMs,
  folder,
  ownFolder,
  isFavorite: favorite === 1,
  category,
  caller,
  text,
});
