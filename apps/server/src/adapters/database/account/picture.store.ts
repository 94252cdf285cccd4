import { BUDDY_PICTURE_PX } from "@callpanel/contract";
import type { Kysely } from "kysely";
import type { NewPicture, PictureStore } from "../../../modules/pictures/index.ts";
import { growCompanyRevision } from "../company/company-revision.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";

export function createPictureStore(db: Kysely<Tables>): PictureStore {
  return {
    picturesOf: async (userId) => {
      const rows = await db
        .selectFrom("pictures")
        .where("user_id", "=", userId)
        .select(["id", "key", "is_active", "updated_at"])
        .orderBy("id", "desc")
        .execute();
      return rows.map(({ id, key, is_active, updated_at }) => ({
        id,
        key,
        isActive: is_active === 1,
        updatedAt: updated_at,
      }));
    },

    add: (picture) =>
      db.transaction().execute(async (trx) => {
        const isAdded = await addPicture(trx, picture);
        if (isAdded) await growCompanyRevision(trx, { people: [picture.userId], more: false });
        return isAdded;
      }),

    show: (userId, id) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        const own = trx.selectFrom("pictures").where("user_id", "=", userId).select("id");
        if (id !== null && (await own.where("id", "=", id).executeTakeFirst()) === undefined) return false;
        await hideAll(trx, userId);
        if (id !== null) await trx.updateTable("pictures").set({ is_active: 1 }).where("id", "=", id).execute();
        await growCompanyRevision(trx, { people: [userId], more: false });
        return true;
      }),

    remove: (userId, id) =>
      db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("pictures")
          .where("user_id", "=", userId)
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        if (numDeletedRows === 0n) return false;
        await growCompanyRevision(trx, { people: [userId], more: false });
        return true;
      }),

    image: async (key, size) => {
      const column = size === BUDDY_PICTURE_PX ? "small" : "large";
      const row = await db
        .selectFrom("pictures")
        .where("key", "=", key)
        .select(`${column} as bytes`)
        .executeTakeFirst();
      // libsql returns an ArrayBuffer.
      return row === undefined ? undefined : new Uint8Array(row.bytes);
    },
  };
}

async function hideAll(db: Kysely<Tables>, userId: number): Promise<void> {
  await db
    .updateTable("pictures")
    .set({ is_active: 0 })
    .where("user_id", "=", userId)
    .where("is_active", "=", 1)
    .execute();
}

/** In a transaction of the caller. @returns false when the person already has `limit` pictures */
export async function addPicture(
  trx: Kysely<Tables>,
  { userId, key, updatedAt, large, small, limit }: NewPicture,
): Promise<boolean> {
  await holdUser(trx, userId);
  const { total } = await trx
    .selectFrom("pictures")
    .where("user_id", "=", userId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  if (total >= limit) return false;
  await hideAll(trx, userId);
  await trx
    .insertInto("pictures")
    .values({ user_id: userId, key, is_active: 1, updated_at: updatedAt, large, small })
    .execute();
  return true;
}

/** @returns false when initials are shown */
export async function removeShownPicture(trx: Kysely<Tables>, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("pictures")
    .where("user_id", "=", userId)
    .where("is_active", "=", 1)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
