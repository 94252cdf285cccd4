import { VOICE_CATEGORIES } from "@callpanel/contract";
import { sql, type Kysely, type Selectable } from "kysely";
import { foldText } from "../../../kernel/text/search-text.ts";
import { checkUnused, leadingIn } from "../../../modules/administration/index.ts";
import type {
  Announcement,
  AnnouncementChange,
  AnnouncementDraft,
  AnnouncementStore,
} from "../../../modules/announcements/index.ts";
import { createCompanyReader } from "../company/company.reader.ts";
import { writeNumber } from "../company/number-rows.ts";
import { contains, holdRealm } from "../rows.ts";
import type { Tables } from "../schema.ts";

export function createAnnouncementStore(db: Kysely<Tables>): AnnouncementStore {
  return {
    list: async ({ realmId, ids, words, start, limit }) => {
      if (ids?.length === 0) return { total: 0, announcements: [] };
      const found = db
        .selectFrom("announcements")
        .where("realm_id", "=", realmId)
        .$if(ids !== undefined, (query) => query.where("id", "in", [...(ids ?? [])]))
        .where((eb) => eb.and(words.map((word) => contains(eb.ref("search_text"), word))));
      const { count } = await found.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
      const rows = await found.selectAll().orderBy("search_text").orderBy("id").limit(limit).offset(start).execute();
      return { total: Number(count), announcements: rows.map(readRow) };
    },

    find: async (realmId, id) => {
      const row = await ofRealm(db, realmId, id).executeTakeFirst();
      return row && readRow(row);
    },

    byNumber: async (realm, number) => {
      const row = await db
        .selectFrom("announcements")
        .innerJoin("realms", "realms.id", "announcements.realm_id")
        .selectAll("announcements")
        .where("realms.name", "=", realm)
        .where("number", "=", number)
        .executeTakeFirst();
      return row && readRow(row);
    },

    add: (realmId, draft) =>
      db.transaction().execute(async (trx) => {
        const { number, name } = draft;
        const taken = await trx
          .insertInto("numbers")
          .values({ realm_id: realmId, ...writeNumber({ kind: "announcement", number, name }) })
          .onConflict((conflict) => conflict.columns(["realm_id", "number"]).doNothing())
          .returning("id")
          .executeTakeFirst();
        if (taken === undefined) return undefined;
        const row = await trx
          .insertInto("announcements")
          .values({ realm_id: realmId, number, sound_id: null, duration_ms: null, ...columnsOf(draft, draft) })
          .returningAll()
          .executeTakeFirstOrThrow();
        await notifyPhones(trx);
        return readRow(row);
      }),

    change: (realmId, id, change) =>
      db.transaction().execute(async (trx) => {
        const before = await ofRealm(trx, realmId, id).executeTakeFirst();
        if (before === undefined) return undefined;
        const { number, name } = { ...readRow(before), ...change };
        const row = await trx
          .updateTable("announcements")
          .set(columnsOf(change, { number, name }))
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        if (name !== before.name) {
          await trx
            .updateTable("numbers")
            .set(writeNumber({ kind: "announcement", number, name }))
            .where("realm_id", "=", realmId)
            .where("number", "=", number)
            .execute();
          await notifyPhones(trx);
        }
        return readRow(row);
      }),

    remove: (realmId, id) =>
      db.transaction().execute(async (trx) => {
        await holdRealm(trx, realmId);
        const row = await trx
          .deleteFrom("announcements")
          .where("realm_id", "=", realmId)
          .where("id", "=", id)
          .returning("number")
          .executeTakeFirst();
        if (row === undefined) return false;
        // ANN-18
        const removed = { number: row.number, what: { kind: "announcement", name: row.number } } as const;
        checkUnused([removed], await leadingIn(createCompanyReader(trx), realmId));
        await trx
          .deleteFrom("numbers")
          .where("realm_id", "=", realmId)
          .where("number", "=", row.number)
          .where("kind", "=", "announcement")
          .execute();
        await notifyPhones(trx);
        return true;
      }),
  };
}

const ofRealm = (db: Kysely<Tables>, realmId: number, id: number) =>
  db.selectFrom("announcements").selectAll().where("realm_id", "=", realmId).where("id", "=", id);

/** Makes the phone system read the directory again. */
async function notifyPhones(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable("revisions")
    .set({ revision: sql<number>`revision + 1` })
    .where("id", "=", 1)
    .execute();
}

type Columns = Omit<AnnouncementRow, "id" | "realm_id" | "number">;
type AnnouncementRow = Selectable<Tables["announcements"]>;

function columnsOf(
  draft: AnnouncementDraft,
  named: Pick<AnnouncementDraft, "number" | "name">,
): Omit<Columns, "sound_id" | "duration_ms">;
function columnsOf(change: AnnouncementChange, named: Pick<AnnouncementDraft, "number" | "name">): Partial<Columns>;
function columnsOf(change: AnnouncementChange, { number, name }: Pick<AnnouncementDraft, "number" | "name">) {
  const columns = {
    name: change.name,
    pin: change.pin,
    language: change.language,
    post_destination: change.postDestination,
    body: change.text,
    body_type: change.textType,
    tts_language: change.ttsLanguage,
    voice: change.voice,
    voice_category: change.voiceCategory,
    pitch: change.pitch,
    speed: change.speed,
    volume_gain_db: change.volumeGainDb,
    sound_id: change.sound?.id,
    duration_ms: change.sound?.durationMs,
  };
  const told = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return { ...told, search_text: foldText(`${name} ${number}`) };
}

function readRow(row: AnnouncementRow): Announcement {
  const { sound_id: soundId, duration_ms: durationMs } = row;
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    pin: row.pin,
    language: row.language === "fr" ? "fr" : "en",
    postDestination: row.post_destination,
    text: row.body,
    textType: row.body_type === "ssml" ? "ssml" : "text",
    ttsLanguage: row.tts_language,
    voice: row.voice,
    voiceCategory: VOICE_CATEGORIES.find((category) => category === row.voice_category) ?? "standard",
    pitch: row.pitch,
    speed: row.speed,
    volumeGainDb: row.volume_gain_db,
    sound: soundId === null || durationMs === null ? null : { id: soundId, durationMs },
  };
}
