import { PostgresAdapter, sql, type Kysely } from "kysely";
import type { SoundHolder, SoundType, StoredSound } from "../../../kernel/files/sound-store.port.ts";
import type { SoundIndex } from "../../../modules/sounds/index.ts";
import type { Tables } from "../schema.ts";

const TYPES: readonly SoundType[] = [
  "audio/ogg",
  "audio/wav",
  "audio/mpeg",
  "application/zip",
  "application/octet-stream",
];

export function createSoundIndex(db: Kysely<Tables>): SoundIndex {
  // With SQLite there is one server, which handles a sound one step at a time. Its only connection must not wait for files.
  const locksRows = db.getExecutor().adapter instanceof PostgresAdapter;
  const nobodyHolds = sql<boolean>`not exists (select 1 from sound_holders where sound_holders.sound_id = sounds.id)`;
  const hold = (trx: Kysely<Tables>, id: string, { kind, id: holder, account }: SoundHolder) =>
    trx
      .insertInto("sound_holders")
      .values({ sound_id: id, kind, holder, account: account ?? null })
      .onConflict((conflict) => conflict.columns(["kind", "holder", "sound_id"]).doNothing())
      .execute();

  const waitForRow = async (trx: Kysely<Tables>, id: string): Promise<void> => {
    if (locksRows) await trx.selectFrom("sounds").select("id").where("id", "=", id).forUpdate().execute();
  };
  const nobodyStores = sql<boolean>`not exists (select 1 from sound_claims where sound_claims.sound_id = sounds.id)`;
  const removeRow = async (trx: Kysely<Tables>, id: string): Promise<boolean> => {
    const { numDeletedRows } = await trx
      .deleteFrom("sounds")
      .where("id", "=", id)
      .where(nobodyHolds)
      .where(nobodyStores)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  };

  return {
    claim: (id, { name, owner }) =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto("sound_claims").values({ claim: name, sound_id: id, owner }).execute();
        await waitForRow(trx, id);
      }),

    giveUp: async (name) => {
      await db.deleteFrom("sound_claims").where("claim", "=", name).execute();
    },

    giveUpOf: async (owner) => {
      await db.deleteFrom("sound_claims").where("owner", "=", owner).execute();
    },

    add: ({ id, type, bytes, durationMs }, holder, claimName) =>
      db.transaction().execute(async (trx) => {
        const claim = await trx.deleteFrom("sound_claims").where("claim", "=", claimName).executeTakeFirst();
        if (claim.numDeletedRows === 0n) return false;
        await trx
          .insertInto("sounds")
          .values({ id, type, bytes, duration_ms: durationMs })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
        await hold(trx, id, holder);
        return true;
      }),

    find: async (id) => {
      const row = await db.selectFrom("sounds").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? undefined : soundOf(row);
    },

    heldBy: async ({ kind, id: holder }) => {
      const rows = await db
        .selectFrom("sounds")
        .innerJoin("sound_holders", "sound_holders.sound_id", "sounds.id")
        .selectAll("sounds")
        .where("kind", "=", kind)
        .where("holder", "=", holder)
        .orderBy("sounds.id")
        .execute();
      return rows.map(soundOf);
    },

    hold: (id, holder) =>
      db.transaction().execute(async (trx) => {
        const row = trx.selectFrom("sounds").select("id").where("id", "=", id);
        const found = await (locksRows ? row.forKeyShare() : row).executeTakeFirst();
        if (found !== undefined) await hold(trx, id, holder);
        return found !== undefined;
      }),

    release: async ({ kind, id: holder }, id) => {
      const gone = await db
        .deleteFrom("sound_holders")
        .where("kind", "=", kind)
        .where("holder", "=", holder)
        .$if(id !== undefined, (query) => query.where("sound_id", "=", id ?? ""))
        .returning("sound_id")
        .execute();
      if (gone.length === 0) return [];
      const ids = gone.map(({ sound_id }) => sound_id);
      // After the commit: if two holders release one sound in parallel, the later one sees that the sound has no holder left.
      const free = await db.selectFrom("sounds").select("id").where("id", "in", ids).where(nobodyHolds).execute();
      return free.map((row) => row.id);
    },

    forget: async (id, removeFile) => {
      if (!locksRows) {
        if (await removeRow(db, id)) await removeFile();
        return;
      }
      await db.transaction().execute(async (trx) => {
        // A separate statement before the check for holders: the check then sees what was committed during the wait.
        await waitForRow(trx, id);
        if (await removeRow(trx, id)) await removeFile();
      });
    },

    unheld: async () => {
      const rows = await db.selectFrom("sounds").select("id").where(nobodyHolds).execute();
      return rows.map(({ id }) => id);
    },

    used: async (account) => {
      const mine = db.selectFrom("sound_holders").select("sound_id").where("account", "=", account);
      const row = await db
        .selectFrom("sounds")
        .select(({ fn }) => fn.sum<number | string | null>("bytes").as("bytes"))
        .where("id", "in", mine)
        .executeTakeFirst();
      return Number(row?.bytes ?? 0);
    },
  };
}

function soundOf({ id, type, bytes, duration_ms }: Tables["sounds"]): StoredSound {
  return { id, type: TYPES.find((one) => one === type) ?? "audio/ogg", bytes, durationMs: duration_ms };
}
