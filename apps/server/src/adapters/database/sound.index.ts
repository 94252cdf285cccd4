import { sql, type Kysely } from "kysely";
import type { SoundHolder, SoundType, StoredSound } from "../../kernel/sound-store.port.ts";
import type { SoundIndex } from "../../modules/sounds/index.ts";
import type { Tables } from "./schema.ts";

const TYPES: readonly SoundType[] = ["audio/ogg", "audio/wav", "audio/mpeg", "application/zip"];

export function createSoundIndex(db: Kysely<Tables>): SoundIndex {
  const nobodyHolds = sql<boolean>`not exists (select 1 from sound_holders where sound_holders.sound_id = sounds.id)`;
  const hold = (trx: Kysely<Tables>, id: string, { kind, id: holder, account }: SoundHolder) =>
    trx
      .insertInto("sound_holders")
      .values({ sound_id: id, kind, holder, account: account ?? null })
      .onConflict((conflict) => conflict.columns(["kind", "holder", "sound_id"]).doNothing())
      .execute();

  return {
    add: ({ id, type, bytes, durationMs }, holder) =>
      db.transaction().execute(async (trx) => {
        await trx
          .insertInto("sounds")
          .values({ id, type, bytes, duration_ms: durationMs })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
        await hold(trx, id, holder);
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
        const found = await trx.selectFrom("sounds").select("id").where("id", "=", id).executeTakeFirst();
        if (found !== undefined) await hold(trx, id, holder);
        return found !== undefined;
      }),

    release: ({ kind, id: holder }, id) =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom("sound_holders")
          .where("kind", "=", kind)
          .where("holder", "=", holder)
          .$if(id !== undefined, (query) => query.where("sound_id", "=", id ?? ""))
          .returning("sound_id")
          .execute();
        if (gone.length === 0) return [];
        const ids = gone.map(({ sound_id }) => sound_id);
        const free = await trx.selectFrom("sounds").select("id").where("id", "in", ids).where(nobodyHolds).execute();
        return free.map((row) => row.id);
      }),

    forget: async (id) => {
      const [{ numDeletedRows } = { numDeletedRows: 0n }] = await db
        .deleteFrom("sounds")
        .where("id", "=", id)
        .where(nobodyHolds)
        .execute();
      return numDeletedRows > 0n;
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
