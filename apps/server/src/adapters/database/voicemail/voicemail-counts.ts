import { VOICEMAIL_CATEGORIES } from "@callpanel/contract";
import { sql, type Kysely } from "kysely";
import type { BoxCounts, VoicemailStore } from "../../../modules/voicemail/index.ts";
import type { Tables } from "../schema.ts";
import { readMessage } from "./voicemail-rows.ts";

type Counts = Pick<VoicemailStore, "unread" | "counts" | "urgent" | "heldBy" | "customFolders" | "categories">;

/** How many messages boxes hold, by folder, urgency and category. */
export function createVoicemailCounts(db: Kysely<Tables>): Counts {
  return {
    unread: async (boxIds) => {
      const rows = await ofBoxes(db, boxIds)
        .where("folder", "=", "inbox")
        .select((eb) => ["box_id", eb.fn.countAll<number>().as("messages")])
        .groupBy("box_id")
        .execute();
      return new Map(rows.map(({ box_id, messages }) => [box_id, messages]));
    },

    counts: async (boxIds) => {
      const rows = await (boxIds === undefined ? db.selectFrom("voicemails") : ofBoxes(db, boxIds))
        .where("folder", "<>", "archived")
        .select((eb) => ["box_id", "folder", eb.fn.countAll<number>().as("messages")])
        .groupBy(["box_id", "folder"])
        .execute();
      const counts = new Map((boxIds ?? []).map((boxId) => [boxId, NOTHING]));
      for (const { box_id, folder, messages } of rows) {
        const before = counts.get(box_id) ?? NOTHING;
        const isNew = folder === "inbox";
        counts.set(box_id, {
          ...before,
          newCount: before.newCount + (isNew ? messages : 0),
          oldCount: before.oldCount + (isNew ? 0 : messages),
        });
      }
      const urgent = await urgentOf(db, boxIds)
        .select((eb) => ["box_id", eb.fn.countAll<number>().as("messages")])
        .groupBy("box_id")
        .execute();
      for (const { box_id, messages } of urgent)
        counts.set(box_id, { ...(counts.get(box_id) ?? NOTHING), urgentCount: messages });
      return counts;
    },

    urgent: async (boxId) => {
      const rows = await urgentOf(db, [boxId]).selectAll().orderBy("left_at").orderBy("id").execute();
      return rows.map(readMessage);
    },

    heldBy: async (boxId) => {
      const { messages } = await ofBoxes(db, [boxId])
        .where("folder", "<>", "archived")
        .select((eb) => eb.fn.countAll<number>().as("messages"))
        .executeTakeFirstOrThrow();
      return messages;
    },

    customFolders: async (boxIds) =>
      ofBoxes(db, boxIds)
        .where("folder", "=", "custom")
        .select((eb) => ["own_folder as name", eb.fn.countAll<number>().as("messages")])
        .groupBy("own_folder")
        .orderBy("own_folder")
        .execute(),

    categories: async (boxIds) => {
      const rows = await ofBoxes(db, boxIds)
        .where("folder", "<>", "archived")
        .where("category", "<>", "")
        .select((eb) => ["category", eb.fn.countAll<number>().as("messages")])
        .groupBy("category")
        .execute();
      const counts = new Map(rows.map(({ category, messages }) => [category, messages]));
      return new Map(VOICEMAIL_CATEGORIES.map((category) => [category, counts.get(category) ?? 0]));
    },
  };
}

export const ofBoxes = (db: Kysely<Tables>, boxIds: readonly number[]) => {
  const [only] = boxIds;
  const found = db.selectFrom("voicemails");
  // With a single box, the index is already in result order.
  if (boxIds.length === 1 && only !== undefined) return found.where("box_id", "=", only);
  return boxIds.length === 0 ? found.where(sql<boolean>`1 = 0`) : found.where("box_id", "in", boxIds);
};

const NOTHING: BoxCounts = { newCount: 0, oldCount: 0, urgentCount: 0 };

/** Urgent messages in the inbox. The value is written as a literal, so that the index of urgent messages is used. */
const urgentOf = (db: Kysely<Tables>, boxIds: readonly number[] | undefined) =>
  (boxIds === undefined ? db.selectFrom("voicemails") : ofBoxes(db, boxIds))
    .where(sql.ref("urgent"), "=", sql.lit(1))
    .where("folder", "=", "inbox");
