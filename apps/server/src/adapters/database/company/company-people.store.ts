import type { PersonState } from "@callpanel/contract";
import type { Kysely } from "kysely";
import type { CompanyPeopleStore, ListedPerson, PeopleQuery } from "../../../modules/administration/index.ts";
import { contains } from "../rows.ts";
import type { Tables } from "../schema.ts";

export function createCompanyPeopleStore(db: Kysely<Tables>): CompanyPeopleStore {
  return {
    page: async (query) => {
      const found = peopleFitting(db, query);
      const { total } = await found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const rows = await withColumns(found)
        .orderBy("users.sort_name")
        .orderBy("users.id")
        .limit(query.limit)
        .offset(query.start)
        .execute();
      return { total, people: await withGroups(db, rows) };
    },

    groupNames: async (realmId) => {
      const rows = await db
        .selectFrom("groups")
        .where("realm_id", "=", realmId)
        .select("name")
        .orderBy("name")
        .execute();
      return rows.map(({ name }) => name);
    },

    person: async (realmId, userId) => {
      const rows = await withColumns(peopleOf(db, realmId)).where("users.id", "=", userId).execute();
      const [person] = await withGroups(db, rows);
      return person;
    },
  };
}

const peopleOf = (db: Kysely<Tables>, realmId: number) =>
  db
    .selectFrom("users")
    .innerJoin("numbers", "numbers.user_id", "users.id")
    .leftJoin("credentials", "credentials.user_id", "users.id")
    .leftJoin("pictures", (join) => join.onRef("pictures.user_id", "=", "users.id").on("pictures.is_active", "=", 1))
    .where("users.realm_id", "=", realmId);

function peopleFitting(db: Kysely<Tables>, { realmId, words, state, group }: PeopleQuery) {
  let found = peopleOf(db, realmId);
  for (const word of words)
    found = found.where((eb) =>
      eb.or([
        contains(eb.ref("numbers.search_text"), word),
        contains(eb.fn<string>("lower", ["users.email"]), word),
        contains(eb.fn<string>("lower", ["users.department"]), word),
      ]),
    );
  if (state === "suspended") found = found.where("users.suspended", "=", 1);
  if (state === "invited") found = found.where("users.suspended", "=", 0).where("credentials.user_id", "is", null);
  if (state === "active") found = found.where("users.suspended", "=", 0).where("credentials.user_id", "is not", null);
  if (group !== undefined)
    found = found.where((eb) =>
      eb.exists(
        eb
          .selectFrom("group_members")
          .innerJoin("groups", "groups.id", "group_members.group_id")
          .whereRef("group_members.user_id", "=", "users.id")
          .where("groups.name", "=", group)
          .select("groups.id"),
      ),
    );
  return found;
}

const withColumns = (found: ReturnType<typeof peopleOf>) =>
  found.select([
    "users.id",
    "users.username",
    "users.first_name",
    "users.last_name",
    "users.email",
    "users.department",
    "users.may_use_panel",
    "users.suspended",
    "numbers.number as extension",
    "credentials.user_id as withPassword",
    "pictures.key as pictureKey",
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>["execute"]>>[number];

/** The groups of one page of people, in one statement. */
async function withGroups(db: Kysely<Tables>, rows: readonly Row[]): Promise<readonly ListedPerson[]> {
  if (rows.length === 0) return [];
  const members = await db
    .selectFrom("group_members")
    .innerJoin("groups", "groups.id", "group_members.group_id")
    .where(
      "group_members.user_id",
      "in",
      rows.map(({ id }) => id),
    )
    .select(["group_members.user_id", "groups.name"])
    .orderBy("groups.name")
    .execute();
  const groupsOf = new Map<number, string[]>();
  for (const { user_id, name } of members) {
    const names = groupsOf.get(user_id);
    if (names === undefined) groupsOf.set(user_id, [name]);
    else names.push(name);
  }
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    extension: row.extension,
    email: row.email,
    department: row.department,
    mayUsePanel: row.may_use_panel === 1,
    state: stateOf(row),
    groups: groupsOf.get(row.id) ?? [],
    pictureKey: row.pictureKey,
  }));
}

const stateOf = ({ suspended, withPassword }: Pick<Row, "suspended" | "withPassword">): PersonState =>
  suspended === 1 ? "suspended" : withPassword === null ? "invited" : "active";
