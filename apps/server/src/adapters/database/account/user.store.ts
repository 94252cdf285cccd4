import type { Kysely } from "kysely";
import type { UserStore } from "../../../modules/users/index.ts";
import { contains, permissionsOf } from "../rows.ts";
import { readNumber } from "../company/number-rows.ts";
import type { Tables } from "../schema.ts";
import { readUser, selectUsers } from "./user-rows.ts";

export function createUserStore(db: Kysely<Tables>): UserStore {
  return {
    byId: async (userId) => {
      const row = await selectUsers(db).where("users.id", "=", userId).executeTakeFirst();
      return row === undefined ? undefined : readUser(row);
    },

    byUsername: async (username) => {
      const row = await selectUsers(db).where("users.username", "=", username).executeTakeFirst();
      return row === undefined ? undefined : readUser(row);
    },

    byExtension: async (realmId, extension) => {
      const row = await selectUsers(db)
        .where("users.realm_id", "=", realmId)
        .where("numbers.number", "=", extension)
        .executeTakeFirst();
      return row === undefined ? undefined : readUser(row);
    },

    credentialOf: async (userId) => {
      const row = await db.selectFrom("credentials").selectAll().where("user_id", "=", userId).executeTakeFirst();
      if (row === undefined) return undefined;
      return { passwordHash: row.password_hash, isDemo: row.is_demo === 1 };
    },

    permissionsOf: async (userId) => {
      const group = await db
        .selectFrom("group_permissions")
        .innerJoin("group_members", "group_members.group_id", "group_permissions.group_id")
        .where("group_members.user_id", "=", userId)
        .select(["module", "rule", "target"])
        .distinct()
        .execute();
      const user = await db
        .selectFrom("user_permissions")
        .where("user_id", "=", userId)
        .select(["module", "rule", "target"])
        .execute();
      return { group: permissionsOf(group), user: permissionsOf(user) };
    },

    directNumbersOf: async (userId) => {
      const rows = await db
        .selectFrom("numbers")
        .innerJoin("numbers as extension", "extension.realm_id", "numbers.realm_id")
        .where("extension.user_id", "=", userId)
        .where("numbers.kind", "=", "did")
        .select(["numbers.id", "numbers.number", "numbers.kind", "numbers.name", "numbers.user_id", "numbers.details"])
        .select("extension.number as extension")
        .orderBy("numbers.number")
        .execute();
      return rows.flatMap(({ id, extension, ...row }) => {
        const entry = readNumber(row);
        return entry.kind === "did" && entry.target === extension
          ? [{ id, name: entry.name, number: entry.number, smsCapable: entry.smsCapable }]
          : [];
      });
    },

    search: async ({ realmId, words, ids, start, limit }) => {
      let found = selectUsers(db).where("users.realm_id", "=", realmId);
      if (ids !== undefined) found = found.where("users.id", "in", ids);
      for (const word of words) found = found.where((eb) => contains(eb.ref("numbers.search_text"), word));
      const { total } = await found
        .clearSelect()
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await found.orderBy("sort_name").orderBy("users.id").limit(limit).offset(start).execute();
      return { total, users: rows.map(readUser) };
    },

    countUsers: async () => {
      const { total } = await db
        .selectFrom("users")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    },

    demoPeople: async () => {
      const rows = await db
        .selectFrom("credentials")
        .innerJoin("users", "users.id", "credentials.user_id")
        .where("credentials.is_demo", "=", 1)
        .orderBy("users.id")
        .select("users.username")
        .execute();
      return rows.map(({ username }) => username);
    },
  };
}
