import { CHAT_FILE_KINDS } from "@callpanel/contract";
import type { Kysely, Selectable } from "kysely";
import type { SmsFileStore, StoredSmsFile } from "../../../modules/sms/index.ts";
import type { Tables } from "../schema.ts";
import type { SmsTables } from "./sms-tables.ts";

type Database = Kysely<Tables & SmsTables>;

const toFile = (row: Selectable<SmsTables["sms_files"]>): StoredSmsFile => ({
  id: row.id,
  realmId: row.realm_id,
  userId: row.user_id ?? undefined,
  messageId: row.message_id ?? undefined,
  name: row.name,
  bytes: row.bytes,
  kind: CHAT_FILE_KINDS.find((one) => one === row.kind) ?? "other",
  type: row.type,
  width: row.width,
  height: row.height,
  whole: row.whole,
  shown: row.shown,
  thumbnail: row.thumbnail,
  uploadedAt: row.uploaded_at,
});

/** The files of each of these messages, in their order. */
export async function filesOf(
  db: Database,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, readonly StoredSmsFile[]>> {
  if (messageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("sms_files")
    .where("message_id", "in", messageIds)
    .orderBy("place")
    .selectAll()
    .execute();
  const files = rows.map(toFile);
  return new Map(messageIds.map((id) => [id, files.filter(({ messageId }) => messageId === id)]));
}

/** Gives a person's uploaded files to a message. @returns false if one of them cannot be sent */
export async function takeFiles(
  db: Database,
  files: readonly string[],
  { messageId, userId }: { readonly messageId: number; readonly userId: number },
): Promise<boolean> {
  for (const [place, id] of files.entries()) {
    const { numUpdatedRows } = await db
      .updateTable("sms_files")
      .set({ message_id: messageId, place })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .where("message_id", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
  }
  return true;
}

export function createSmsFileStore(all: Kysely<Tables>): SmsFileStore {
  const db: Database = all.withTables<SmsTables>();
  return {
    add: async ({ realmId, userId, messageId, uploadedAt, place, ...rest }) => {
      await db
        .insertInto("sms_files")
        .values({
          ...rest,
          place,
          realm_id: realmId,
          user_id: userId ?? null,
          message_id: messageId ?? null,
          uploaded_at: uploadedAt,
        })
        .execute();
    },
    find: async (id) => {
      const row = await db.selectFrom("sms_files").where("id", "=", id).selectAll().executeTakeFirst();
      return row && toFile(row);
    },
    remove: async (id, userId) => {
      const { numDeletedRows } = await db
        .deleteFrom("sms_files")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .where("message_id", "is", null)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    removeUnsent: async (before, most) => {
      const rows = await db
        .deleteFrom("sms_files")
        .where("id", "in", (eb) =>
          eb
            .selectFrom("sms_files as old")
            .where("old.message_id", "is", null)
            .where("old.uploaded_at", "<", before)
            .select("old.id")
            .limit(most),
        )
        .where("message_id", "is", null)
        .returning("id")
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
