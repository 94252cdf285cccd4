import { sql, type Kysely, type SelectQueryBuilder } from "kysely";
import { createListeners } from "../../../kernel/bus/listeners.ts";
import type { SoundKind } from "../../../kernel/files/sound-store.port.ts";
import type { FolderFilter, MessagePage, MessageSearch, VoicemailStore } from "../../../modules/voicemail/index.ts";
import { createMessageSearchIndexes } from "./message-search-indexes.ts";
import { addJobRow } from "../server/job.store.ts";
import { toFlag, type Tables } from "../schema.ts";
import { createVoicemailCounts, ofBoxes } from "./voicemail-counts.ts";
import { createVoicemailBoxes } from "./voicemail-box.store.ts";
import { readMessage, searchTextOf, textsOf, writeMessage, writePlace } from "./voicemail-rows.ts";

/** `case`: other accounts are no numbers. */
const ownerOfAccount = sql<number>`case when sound_holders.account like 'box:%'
  then cast(substr(sound_holders.account, 5) as bigint) end`;

/** VM-3: a page is found with only an index, or in memory; full rows are read only for the messages on it. */
export function createVoicemailStore(db: Kysely<Tables>): VoicemailStore {
  const copies = createMessageSearchIndexes(db);
  const listeners = createListeners<[ids: readonly number[]]>();
  const written = (ids: readonly number[]): void => {
    copies.changed(ids);
    listeners.tell(ids);
  };
  return {
    ...createVoicemailBoxes(db),
    ...createVoicemailCounts(db),

    list: async (page) => {
      if (page.boxIds.length === 0) return { total: 0, messages: [] };
      const isIndexed = page.words.length === 0 && page.boxIds.length === 1;
      const { total, ids } = await (isIndexed ? pageOf(db, page) : copies.page(page));
      return { total, messages: await readAll(db, ids) };
    },

    byIds: (ids) => readAll(db, ids),

    leftBefore: async (at, limit) => {
      const rows = await db
        .selectFrom("voicemails")
        .selectAll()
        .where("left_at", "<", at)
        .where("folder", "<>", "archived")
        .where("favorite", "=", 0)
        .orderBy("left_at")
        .limit(limit)
        .execute();
      return rows.map(readMessage);
    },

    holdersOfRemoved: (limit) =>
      db
        .selectFrom("sound_holders")
        .where("account", "like", "box:%")
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom("users").where("users.id", "=", ownerOfAccount).select("users.id"))),
        )
        .select(["kind", "holder as id"])
        .distinct()
        .limit(limit)
        .$narrowType<{ kind: SoundKind }>()
        .execute(),

    add: async (message, jobsFor = () => []) => {
      const added = await db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto("voicemails")
          .values(writeMessage(message))
          .returningAll()
          .executeTakeFirstOrThrow();
        for (const job of jobsFor(row.id)) await addJobRow(trx, job);
        return readMessage(row);
      });
      written([added.id]);
      return added;
    },

    left: async ({ boxId, at, callId }) => {
      const row = await db
        .selectFrom("voicemails")
        .selectAll()
        .where("box_id", "=", boxId)
        .where("left_at", "=", at)
        .where("call_id", "=", callId)
        .executeTakeFirst();
      return row === undefined ? undefined : readMessage(row);
    },

    move: async (ids, place) => {
      if (ids.length === 0) return;
      await db.updateTable("voicemails").set(writePlace(place)).where("id", "in", ids).execute();
      written(ids);
    },

    favor: async (ids, favorite) => {
      if (ids.length === 0) return;
      await db
        .updateTable("voicemails")
        .set({ favorite: toFlag(favorite) })
        .where("id", "in", ids)
        .execute();
      written(ids);
    },

    saveTexts: async (id, texts) => {
      const isThere = await db.transaction().execute(async (trx) => {
        // Locks the row: two texts that are ready at the same time are both stored.
        const { numUpdatedRows } = await trx
          .updateTable("voicemails")
          .set((eb) => ({ id: eb.ref("id") }))
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        const row = await trx.selectFrom("voicemails").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
        const message = readMessage(row);
        const next = { ...message.texts, ...texts };
        await trx
          .updateTable("voicemails")
          .set({ ...textsOf(next), search_text: searchTextOf(message.from, next) })
          .where("id", "=", id)
          .execute();
        return true;
      });
      written([id]);
      return isThere;
    },

    remove: async (ids) => {
      if (ids.length === 0) return;
      await db.deleteFrom("voicemails").where("id", "in", ids).execute();
      written(ids);
    },

    onWritten: listeners.subscribe,
    writtenElsewhere: copies.changed,
  };
}

/** Matches all criteria except the words. */
function find(db: Kysely<Tables>, { boxIds, folder, category, from, until, ids }: MessageSearch) {
  return inFolder(ofBoxes(db, boxIds), folder)
    .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""))
    .$if(from > 0, (query) => query.where("left_at", ">=", from))
    .$if(Number.isFinite(until), (query) => query.where("left_at", "<", until));
}

function inFolder<O>(found: SelectQueryBuilder<Tables, "voicemails", O>, filter: FolderFilter) {
  switch (filter.folder) {
    case "all":
      return found.where("folder", "<>", "archived");
    case "favorite":
      return found.where("favorite", "=", 1).where("folder", "<>", "archived");
    case "own":
      return found.where("folder", "=", "custom").where("own_folder", "=", filter.name);
    default:
      return found.where("folder", "=", filter.folder);
  }
}

/** VM-5: sort columns, and their names in the table. */
const SORTED_BY = {
  origtime: "left_at",
  callerid: "sort_caller",
  duration: "duration_ms",
  category: "category",
} as const;

interface FoundPage {
  readonly total: number;
  readonly ids: readonly number[];
}

const totalOf = async (db: Kysely<Tables>, search: MessageSearch): Promise<number> => {
  const { total } = await find(db, search)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
};

/** Both queries run in parallel where the database can. */
async function pageOf(db: Kysely<Tables>, page: MessagePage): Promise<FoundPage> {
  const order = page.ascending ? "asc" : "desc";
  const [total, rows] = await Promise.all([
    totalOf(db, page),
    find(db, page)
      .select("id")
      .orderBy(SORTED_BY[page.sort], order)
      .orderBy("id", order)
      .limit(page.limit)
      .offset(page.start)
      .execute(),
  ]);
  return { total, ids: rows.map(({ id }) => id) };
}

/** In the order of `ids`. */
async function readAll(db: Kysely<Tables>, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("voicemails").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, readMessage(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
