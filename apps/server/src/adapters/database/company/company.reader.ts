import type { Kysely } from "kysely";
import type { CompanyReader, PeopleChoice, StoredGroup, StoredUser } from "../../../modules/administration/index.ts";
import { DEFAULT_PERSONAL } from "../../../modules/conferences/index.ts";
import { readConferences, readPersonalSettings } from "../conferences/conference-rows.ts";
import { readQueues } from "../queues/queue-rows.ts";
import { readNumber } from "./number-rows.ts";
import { accessOf, administratorsOf, countsLost } from "./person-access.ts";
import { readRealmItems } from "./realm-settings.store.ts";
import { groupBy, permissionsOf } from "../rows.ts";
import type { Tables } from "../schema.ts";
import { createUserStore } from "../account/user.store.ts";

export function createCompanyReader(db: Kysely<Tables>): CompanyReader {
  const { credentialOf } = createUserStore(db);
  return {
    credentialOf,
    realms: () => db.selectFrom("realms").selectAll().orderBy("id").execute(),

    users: async (realmId, only) => {
      if (only !== undefined && listOf(only).length === 0) return [];
      const found = (await findUsers(db, realmId, only)).filter(isAmong(only));
      // A list of many ids takes longer to read than everybody.
      const ids = only === undefined || found.length > FEW ? undefined : found.map(({ id }) => id);
      if (ids?.length === 0) return [];
      const groups = await db
        .selectFrom("group_members")
        .innerJoin("groups", "groups.id", "group_members.group_id")
        .where("groups.realm_id", "=", realmId)
        .$if(ids !== undefined, (query) => query.where("group_members.user_id", "in", ids ?? []))
        .select(["group_members.user_id", "groups.name"])
        .orderBy("groups.name")
        .execute();
      const permissions = await db
        .selectFrom("user_permissions")
        .innerJoin("users", "users.id", "user_permissions.user_id")
        .where("users.realm_id", "=", realmId)
        .$if(ids !== undefined, (query) => query.where("users.id", "in", ids ?? []))
        .selectAll("user_permissions")
        .execute();
      const groupsOf = groupBy(groups, ({ user_id }) => user_id);
      const conferences = await readPersonalSettings(db, realmId, ids);
      const grantsOf = groupBy(permissions, ({ user_id }) => user_id);
      return found.map((row): StoredUser => ({
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

    userIds: async (realmId) => {
      const rows = await db.selectFrom("users").where("realm_id", "=", realmId).select(["id", "username"]).execute();
      return new Map(rows.map(({ id, username }) => [username, id]));
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

    numbers: async (realmId, kind) => {
      const rows = await db
        .selectFrom("numbers")
        .where("realm_id", "=", realmId)
        .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "user"))
        .select(["number", "kind", "name", "user_id", "details"])
        .orderBy("number")
        .execute();
      return rows.map(readNumber);
    },

    queues: (realmId) => readQueues(db, realmId),
    conferences: (realmId) => readConferences(db, realmId),

    announcementExits: (realmId) =>
      db
        .selectFrom("announcements")
        .where("realm_id", "=", realmId)
        .where("post_destination", "!=", "")
        .select(["number", "name", "post_destination as to"])
        .orderBy("number")
        .execute(),

    realmItems: (realmId) => readRealmItems(db, realmId),

    accessOf: (userId, now) => accessOf(db, userId, now),
    countsLost: (realmId, people) => countsLost(db, realmId, people),

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

/** So many people are asked for by name; the databases take no list of any length. */
const FEW = 500;

const listOf = (only: PeopleChoice): readonly (number | string)[] =>
  "ids" in only ? only.ids : "usernames" in only ? only.usernames : [only.group];

interface Few {
  readonly ids?: readonly number[];
  readonly usernames?: readonly string[];
  readonly group?: string;
}

/** The rows of these people; of everybody where they are many. */
function findUsers(db: Kysely<Tables>, realmId: number, only: PeopleChoice | undefined) {
  const few: Few = only !== undefined && listOf(only).length <= FEW ? only : {};
  const { ids, usernames, group } = few;
  return db
    .selectFrom("users")
    .innerJoin("numbers", "numbers.user_id", "users.id")
    .where("users.realm_id", "=", realmId)
    .$if(ids !== undefined, (query) => query.where("users.id", "in", ids ?? []))
    .$if(usernames !== undefined, (query) => query.where("users.username", "in", usernames ?? []))
    .$if(group !== undefined, (query) =>
      query.where("users.id", "in", (eb) =>
        eb
          .selectFrom("group_members")
          .innerJoin("groups", "groups.id", "group_members.group_id")
          .where("groups.realm_id", "=", realmId)
          .where("groups.name", "=", group ?? "")
          .select("group_members.user_id"),
      ),
    )
    .selectAll("users")
    .select("numbers.number as extension")
    .orderBy("users.username")
    .execute();
}

function isAmong(
  only: PeopleChoice | undefined,
): (user: { readonly id: number; readonly username: string }) => boolean {
  if (only === undefined || "group" in only) return () => true;
  const wanted = new Set(listOf(only));
  return ({ id, username }) => wanted.has("ids" in only ? id : username);
}
