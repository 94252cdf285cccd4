import type { Kysely } from "kysely";
import { OTP_METHODS } from "@callpanel/contract";
import type { SecondFactor, SecondFactorStore } from "../../../modules/second-factor/index.ts";
import { holdUser } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { endSecrets, endSignInLinks, revokeSessions } from "./session-ends.ts";

export function createSecondFactorStore(db: Kysely<Tables>): SecondFactorStore {
  return {
    find: (userId) => find(db, userId),

    prepare: (user_id, secret) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, user_id);
        const before = await find(trx, user_id);
        if (before !== undefined) return before;
        const row = { user_id, enabled: 0, method: "app", secret, phone: "", email: "", last_step: 0 } as const;
        await trx.insertInto("second_factors").values(row).execute();
        return readFactor(row, 0);
      }),

    enable: (userId, { method, phone, email, backupDigests }, { keep, at }) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        await trx
          .updateTable("second_factors")
          .set({ enabled: 1, method, phone, email })
          .where("user_id", "=", userId)
          .execute();
        await replaceBackupCodes(trx, userId, backupDigests);
        await revokeSessions(trx, { userId, except: keep }, at);
        await endSecrets(trx, { userId, of: "sessions" });
        await endSignInLinks(trx, userId);
      }),

    remove: (userId, { keep, at }) =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom("second_factors").where("user_id", "=", userId).execute();
        await trx.deleteFrom("backup_codes").where("user_id", "=", userId).execute();
        await revokeSessions(trx, { userId, except: keep }, at);
        await endSecrets(trx, { userId, of: "sessions" });
        await endSignInLinks(trx, userId);
      }),

    replaceBackupCodes: (userId, digests) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        await replaceBackupCodes(trx, userId, digests);
      }),

    takeStep: async (userId, step) => {
      const { numUpdatedRows } = await db
        .updateTable("second_factors")
        .set({ last_step: step })
        .where("user_id", "=", userId)
        .where("last_step", "<", step)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },

    takeBackupCode: async (userId, digest) => {
      const { numDeletedRows } = await db
        .deleteFrom("backup_codes")
        .where("user_id", "=", userId)
        .where("digest", "=", digest)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

async function find(db: Kysely<Tables>, userId: number): Promise<SecondFactor | undefined> {
  const row = await db.selectFrom("second_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
  if (row === undefined) return undefined;
  const { total } = await db
    .selectFrom("backup_codes")
    .where("user_id", "=", userId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return readFactor(row, total);
}

async function replaceBackupCodes(db: Kysely<Tables>, user_id: number, digests: readonly string[]): Promise<void> {
  await db.deleteFrom("backup_codes").where("user_id", "=", user_id).execute();
  if (digests.length === 0) return;
  await db
    .insertInto("backup_codes")
    .values(digests.map((digest) => ({ user_id, digest })))
    .execute();
}

function readFactor(row: Tables["second_factors"], backupCodesLeft: number): SecondFactor {
  return {
    enabled: row.enabled === 1,
    method: OTP_METHODS.find((method) => method === row.method) ?? "app",
    secret: row.secret,
    phone: row.phone,
    email: row.email,
    lastStep: row.last_step,
    backupCodesLeft,
  };
}
