import { AppError, takesTargets } from "@callpanel/contract";
import type { Kysely } from "kysely";
import { foldText } from "../../../kernel/text/search-text.ts";
import type { CompanyStore, CompanyWriter } from "../../../modules/administration/index.ts";
import { displayName } from "../../../modules/users/index.ts";
import { createCompanyReader } from "./company.reader.ts";
import { addAuditLine } from "../audit/index.ts";
import { writeConference, writePersonal } from "../conferences/conference-rows.ts";
import { writeQueue } from "../queues/queue-rows.ts";
import { holdRealm } from "../rows.ts";
import { growCompanyRevision } from "./company-revision.ts";
import { createAccessWriter } from "./access.writer.ts";
import { writeNumber } from "./number-rows.ts";
import { writeRealmItem } from "./realm-settings.store.ts";
import { toFlag, type Tables } from "../schema.ts";

export function createCompanyStore(db: Kysely<Tables>): CompanyStore {
  return {
    read: (work) => db.transaction().execute((trx) => work(createCompanyReader(trx))),
    atomically: (work) =>
      db.transaction().execute(async (trx) => {
        const result = await work(createCompanyWriter(trx));
        await growCompanyRevision(trx);
        return result;
      }),
  };
}

function createCompanyWriter(db: Kysely<Tables>): CompanyWriter {
  return {
    ...createCompanyReader(db),

    hold: (realmId) => holdRealm(db, realmId),

    saveRealm: ({ name, company }) =>
      db
        .insertInto("realms")
        .values({ name, company })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ company }))
        .returningAll()
        .executeTakeFirstOrThrow(),

    saveGroup: async (realmId, { name, permissions }) => {
      // The update changes nothing. It is there so that the statement returns the row's id in both cases.
      const { id } = await db
        .insertInto("groups")
        .values({ realm_id: realmId, name })
        .onConflict((conflict) => conflict.columns(["realm_id", "name"]).doUpdateSet({ name }))
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.deleteFrom("group_permissions").where("group_id", "=", id).execute();
      const rows = permissionRows(permissions).map((row) => ({ group_id: id, ...row }));
      if (rows.length > 0) await db.insertInto("group_permissions").values(rows).execute();
    },

    renameGroup: async (realmId, name, newName) => {
      await db
        .updateTable("groups")
        .set({ name: newName })
        .where("realm_id", "=", realmId)
        .where("name", "=", name)
        .execute();
    },

    removeGroup: async (realmId, name) => {
      await db.deleteFrom("groups").where("realm_id", "=", realmId).where("name", "=", name).execute();
    },

    saveUser: async (realmId, user) => {
      const name = displayName(user);
      const row = {
        first_name: user.firstName,
        last_name: user.lastName,
        sort_name: foldText(name),
        email: user.email,
        department: user.department,
        may_use_panel: toFlag(user.mayUsePanel),
        suspended: toFlag(user.suspended),
      };
      const { id } = await db
        .insertInto("users")
        .values({ realm_id: realmId, username: user.username, ...row })
        .onConflict((conflict) => conflict.column("username").doUpdateSet(row))
        .returning("id")
        .executeTakeFirstOrThrow();
      const number = writeNumber({ kind: "user", number: user.extension, name, userId: id }, user.username);
      await db
        .insertInto("numbers")
        .values({ realm_id: realmId, ...number })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(number))
        .execute();
      return id;
    },

    removeUser: async (userId) => {
      await db.deleteFrom("users").where("id", "=", userId).execute();
    },

    setCredential: async (userId, credential) => {
      const row = { password_hash: credential.passwordHash, is_demo: toFlag(credential.isDemo) };
      await db
        .insertInto("credentials")
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
        .execute();
    },

    setGroups: async (realmId, userId, names) => {
      await db.deleteFrom("group_members").where("user_id", "=", userId).execute();
      if (names.length === 0) return;
      await db
        .insertInto("group_members")
        .columns(["group_id", "user_id"])
        .expression((eb) =>
          eb
            .selectFrom("groups")
            .where("realm_id", "=", realmId)
            .where("name", "in", names)
            .select((one) => ["groups.id", one.val(userId).as("user_id")]),
        )
        .execute();
    },

    setPermissions: async (userId, permissions) => {
      await db.deleteFrom("user_permissions").where("user_id", "=", userId).execute();
      const rows = permissionRows(permissions).map((row) => ({ user_id: userId, ...row }));
      if (rows.length > 0) await db.insertInto("user_permissions").values(rows).execute();
    },

    saveService: async (realmId, entry) => {
      const row = writeNumber(entry);
      await db
        .insertInto("numbers")
        .values({ realm_id: realmId, ...row })
        .onConflict((conflict) => conflict.columns(["realm_id", "number"]).doUpdateSet(row))
        .execute();
    },

    saveQueue: (realmId, queue) => writeQueue(db, realmId, queue),
    saveConference: (realmId, conference) => writeConference(db, realmId, conference),

    savePersonalConference: (userId, conference) => writePersonal(db, userId, conference),

    removeService: async (realmId, number) => {
      await db
        .deleteFrom("numbers")
        .where("realm_id", "=", realmId)
        .where("number", "=", number)
        .where("kind", "!=", "user")
        .execute();
      // A toggle that gets this number later must not start with this state.
      await db.deleteFrom("toggle_states").where("realm_id", "=", realmId).where("number", "=", number).execute();
    },

    saveRealmItem: (realmId, item) => writeRealmItem(db, realmId, item),

    note: (line) => addAuditLine(db, line),

    removeRealmItem: async (itemId) => {
      await db.deleteFrom("realm_items").where("id", "=", itemId).execute();
    },

    ...createAccessWriter(db),
  };
}

type Permissions = Parameters<CompanyWriter["setPermissions"]>[1];

/** One row for each target, without duplicates: the same rule may be granted more than once. */
function permissionRows(permissions: Permissions): ReadonlyArray<{ module: string; rule: string; target: string }> {
  const rows = permissions.flatMap(({ module, rule, targets }) => {
    // PERM-12
    if (targets !== undefined && !takesTargets({ module, rule }))
      throw new AppError("admin.noTargets", { what: `${module}:${rule}` });
    return (targets ?? [""]).map((target) => ({ module, rule, target }));
  });
  return [...new Map(rows.map((row) => [`${row.module}:${row.rule}:${row.target}`, row])).values()];
}
