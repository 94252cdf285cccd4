import { GREETING_TYPES } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import * as z from "zod/mini";
import {
  NEW_BOX,
  type Box,
  type BoxSettings,
  type StoredGreeting,
  type VoicemailStore,
} from "../../../modules/voicemail/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";

type Boxes = Pick<
  VoicemailStore,
  "box" | "changeBox" | "greetings" | "greeting" | "useGreeting" | "archiveGreeting" | "removeGreeting"
>;

/** Boxes and their greetings. */
export function createVoicemailBoxes(db: Kysely<Tables>): Boxes {
  return {
    box: (boxId) => readBox(db, boxId),

    changeBox: (boxId, step) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, boxId);
        const changed = step((await readBox(trx, boxId)) ?? { settings: NEW_BOX, pinHash: null });
        const row = { settings: JSON.stringify(changed.settings), pin_hash: changed.pinHash };
        await trx
          .insertInto("voicemail_boxes")
          .values({ user_id: boxId, ...row })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
          .execute();
        return changed;
      }),

    greetings: async (boxId, type) => {
      const rows = await db
        .selectFrom("voicemail_greetings")
        .selectAll()
        .where("box_id", "=", boxId)
        .where("type", "=", type)
        .orderBy("id", "desc")
        .execute();
      return rows.map(readGreeting);
    },

    greeting: async (id) => {
      const row = await db.selectFrom("voicemail_greetings").selectAll().where("id", "=", id).executeTakeFirst();
      return row === undefined ? undefined : readGreeting(row);
    },

    useGreeting: ({ boxId, type, spoken, ...greeting }) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, boxId);
        const [before] = await trx
          .deleteFrom("voicemail_greetings")
          .where("box_id", "=", boxId)
          .where("type", "=", type)
          .where("archive_name", "is", null)
          .returningAll()
          .execute();
        const row = await trx
          .insertInto("voicemail_greetings")
          .values({
            box_id: boxId,
            type,
            sound: greeting.sound,
            archive_name: null,
            spoken_text: spoken?.text ?? null,
            spoken_voice: spoken?.voice ?? null,
            duration_ms: greeting.durationMs,
            made_at: greeting.madeAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { greeting: readGreeting(row), replaced: before === undefined ? undefined : readGreeting(before) };
      }),

    archiveGreeting: async (id, name) => {
      await db.updateTable("voicemail_greetings").set({ archive_name: name }).where("id", "=", id).execute();
    },

    removeGreeting: async (id) => {
      await db.deleteFrom("voicemail_greetings").where("id", "=", id).execute();
    },
  };
}

async function readBox(db: Kysely<Tables>, boxId: number): Promise<Box | undefined> {
  // For each call to a person: a text takes a fraction of the time that a query takes to be put together.
  const asked = sql<Selectable<Tables["voicemail_boxes"]>>`select * from voicemail_boxes where user_id = ${boxId}`;
  const [row] = (await asked.execute(db)).rows;
  return row === undefined ? undefined : { settings: readSettings(row.settings), pinHash: row.pin_hash };
}

/** Settings that were never made are absent: a later version may change the default. */
const settingsSchema = z.partial(
  z.object({
    language: z.enum(["en", "fr"]),
    email: z.string(),
    pager: z.string(),
    translationLanguage: z.string(),
    attach: z.boolean(),
    deletevm: z.boolean(),
    playcid: z.boolean(),
    envelope: z.boolean(),
    transcript: z.boolean(),
    summarize: z.boolean(),
    categorize: z.boolean(),
    translate: z.boolean(),
    skip_instruct: z.boolean(),
  }),
);

/** Only `saveBox` writes this, so a row that does not parse means a damaged store. */
const readSettings = (text: string): BoxSettings => ({ ...NEW_BOX, ...z.parse(settingsSchema, JSON.parse(text)) });

function readGreeting(row: Selectable<Tables["voicemail_greetings"]>): StoredGreeting {
  return {
    id: row.id,
    boxId: row.box_id,
    type: z.parse(z.enum(GREETING_TYPES), row.type),
    archiveName: row.archive_name,
    sound: row.sound,
    durationMs: row.duration_ms,
    madeAt: row.made_at,
    spoken: row.spoken_text === null ? null : { text: row.spoken_text, voice: row.spoken_voice ?? "" },
  };
}
