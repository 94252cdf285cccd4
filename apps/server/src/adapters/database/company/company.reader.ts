import type { Kysely } from "kysely";
import type { CompanyReader, StoredGroup, StoredUser } from "../../../modules/administration/index.ts";
import { DEFAULT_PERSONAL } from "../../../modules/conferences/index.ts";
import { readConferences, readPersonalSettings } from "../conferences/conference-rows.ts";
import { readQueues } from "../queues/queue-rows.ts";
import { readNumber } from "./number-rows.ts";
import { accessOf, administratorsOf, countsLost } from "./person-access.ts";
import { readRealmItems } from "./realm-settings.store.ts";
import { permissionsOf } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { createUserStore } from "../account/user.store.ts";

export function createCompanyReader(db: Kysely<Tables>): CompanyReader {
  const { credentialOf } = createUserStore(db);
  return {
    credentialOf,
    realms: () => db.selectFrom("realms").selectAll().orderBy("id").execute(),

    users: async (realmId) => {
      const rows = await db
        .selectFrom("users")
        .innerJoin("numbers", "numbers.user_id", "users.id")
        .where("users.realm_id", "=", realmId)
        .selectAll("users")
        .select("numbers.number as extension")
        .orderBy("users.username")
        .execute();
      const groups = await db
        .selectFrom("group_members")
        .innerJoin("groups", "groups.id", "group_members.group_id")
        .where("groups.realm_id", "=", realmId)
        .select(["group_members.user_id", "groups.name"])
        .orderBy("groups.name")
        .execute();
      const permissions = await db
        .selectFrom("user_permissions")
        .innerJoin("users", "users.id", "user_permissions.user_id")
        .where("users.realm_id", "=", realmId)
        .selectAll("user_permissions")
        .execute();
      const groupsOf = groupBy(groups, ({ user_id }) => user_id);
      const conferences = await readPersonalSettings(db, realmId);
      const grantsOf = groupBy(permissions, ({ user_id }) => user_id);
      return rows.map((row): StoredUser => ({
        id: row.id,
        username: row.username,
        firstName: row.first_name,
        lastName: row.last_name,
        extension: row.extension,
        email: row.email,
        department: row.department,
        mayUsePanel: row.may_use_panel === 1,
        suspended: row.suspended === 1,
        groups: (groupsOf.get(row.id) ?? []).map(({ name }) => name),
        permissions: permissionsOf(grantsOf.get(row.id) ?? []),
        conference: conferences.get(row.id) ?? DEFAULT_PERSONAL,
      }));
    },

    groups: async (realmId) => {
      const groups = await db
        .selectFrom("groups")
        .where("realm_id", "=", realmId)
        .select(["id", "name"])
        .orderBy("name")
        .execute();
      const permissions = await db
        .selectFrom("group_permissions")
        .innerJoin("groups", "groups.id", "group_permissions.group_id")
        .where("groups.realm_id", "=", realmId)
        .selectAll("group_permissions")
        .execute();
      const grantsOf = groupBy(permissions, ({ group_id }) => group_id);
      return groups.map(({ id, name }): StoredGroup => ({ name, permissions: permissionsOf(grantsOf.get(id) ?? []) }));
    },

    numbers: async (realmId) => {
      const rows = await db
        .selectFrom("numbers")
        .where("realm_id", "=", realmId)
        .select(["number", "kind", "name", "user_id", "details"])
        .orderBy("number")
        .execute();
      return rows.map(readNumber);
    },

    queues: (realmId) => readQueues(db, realmId),
    conferences: (realmId) => readConferences(db, realmId),

    realmItems: (realmId) => readRealmItems(db, realmId),

    accessOf: (userId, now) => accessOf(db, userId, now),
    countsLost: (userIds) => countsLost(db, userIds),

    administrators: (realmId) => administratorsOf(db, realmId),

    ownerOf: async (username) => {
      const row = await db
        .selectFrom("users")
        .where("username", "=", username)
        .select(["id", "realm_id"])
        .executeTakeFirst();
      return row === undefined ? undefined : { userId: row.id, realmId: row.realm_id };
    },
  };
}

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
