import { AppError, takesTargets } from "@callpanel/contract";
import type { Kysely } from "kysely";
import { foldText } from "../../../kernel/text/search-text.ts";
import type { CompanyWriter } from "../../../modules/administration/index.ts";
import { displayName } from "../../../modules/users/index.ts";
import { writePersonal } from "../conferences/conference-rows.ts";
import { toFlag, type Tables } from "../schema.ts";
import { writeNumber } from "./number-rows.ts";

type PeopleWriter = Pick<
  CompanyWriter,
  "saveUser" | "removeUser" | "setCredential" | "setGroups" | "setPermissions" | "savePersonalConference"
>;

/** Collects what a transaction changes. */
export interface Changes {
  /** A person, with extension, rights, picture or password. */
  person(userId: number): void;
  /** Anything else that the company's copies in memory have. */
  more(): void;
}

/** Changes of people. */
export function createPeopleWriter(db: Kysely<Tables>, changes: Pick<Changes, "person">): PeopleWriter {
  return {
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
      changes.person(id);
      return id;
    },

    removeUser: async (userId) => {
      changes.person(userId);
      await db.deleteFrom("users").where("id", "=", userId).execute();
    },

    setCredential: async (userId, credential) => {
      changes.person(userId);
      const row = { password_hash: credential.passwordHash, is_demo: toFlag(credential.isDemo) };
      await db
        .insertInto("credentials")
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
        .execute();
    },

    setGroups: async (realmId, userId, names) => {
      changes.person(userId);
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
      changes.person(userId);
      await db.deleteFrom("user_permissions").where("user_id", "=", userId).execute();
      const rows = permissionRows(permissions).map((row) => ({ user_id: userId, ...row }));
      if (rows.length > 0) await db.insertInto("user_permissions").values(rows).execute();
    },

    savePersonalConference: (userId, conference) => {
      changes.person(userId);
      return writePersonal(db, userId, conference);
    },
  };
}

type Permissions = Parameters<CompanyWriter["setPermissions"]>[1];

/** One row for each target, without duplicates: the same rule may be granted more than once. */
export function permissionRows(
  permissions: Permissions,
): ReadonlyArray<{ module: string; rule: string; target: string }> {
  const rows = permissions.flatMap(({ module, rule, targets }) => {
    // PERM-12
    if (targets !== undefined && !takesTargets({ module, rule }))
      throw new AppError("admin.noTargets", { what: { kind: "right", name: `${module}:${rule}` } });
    return (targets ?? [""]).map((target) => ({ module, rule, target }));
  });
  return [...new Map(rows.map((row) => [`${row.module}:${row.rule}:${row.target}`, row])).values()];
}
