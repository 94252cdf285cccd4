import { mergePermissions, type Rights } from "@callpanel/contract";
import { sql, type Expression, type Kysely } from "kysely";
import {
  NUMBER_RANKS,
  TELEPHONE_MODULES,
  type DirectoryStore,
  type FoundNumber,
  type Subscriber,
} from "../../../modules/directory/index.ts";
import { displayName } from "../../../modules/users/index.ts";
import { companyChangesSince, companyRevision } from "./company-revision.ts";
import { readNumber } from "./number-rows.ts";
import { createRealmSettingsStore } from "./realm-settings.store.ts";
import { beginsAtDigits, beginsWith, contains, groupBy, permissionsOf } from "../rows.ts";
import type { Tables } from "../schema.ts";

export function createDirectoryStore(db: Kysely<Tables>): DirectoryStore {
  return {
    countNumbers: async (query) => {
      const rows = await findNumbers(db, query)
        .select((eb) => [numberRank(eb.ref("numbers.number"), query).as("rank"), eb.fn.countAll<number>().as("count")])
        .groupBy("rank")
        .execute();
      return Object.values(NUMBER_RANKS).map((rank) => rows.find((row) => row.rank === rank)?.count ?? 0);
    },

    searchNumbers: async ({ start, limit, ...query }) => {
      const rows = await findNumbers(db, query)
        .leftJoin("users", "users.id", "numbers.user_id")
        .leftJoin("pictures", (join) =>
          join.onRef("pictures.user_id", "=", "users.id").on("pictures.is_active", "=", 1),
        )
        .select([
          "numbers.number",
          "numbers.kind",
          "numbers.name",
          "numbers.user_id",
          "numbers.details",
          "users.username",
          "pictures.key as pictureKey",
        ])
        // A literal here would be read as the position of a column.
        .$if(query.text !== "", (found) => found.orderBy((eb) => numberRank(eb.ref("numbers.number"), query)))
        .orderBy(sql`case numbers.kind when 'user' then 0 when 'did' then 1 else 2 end`)
        .orderBy("numbers.search_text")
        .orderBy("numbers.id")
        .limit(limit)
        .offset(start)
        .execute();
      return rows.map(({ username, pictureKey, ...row }): FoundNumber => {
        const { number, kind, name } = readNumber(row);
        return { number, kind, name, username, pictureKey };
      });
    },

    revision: () => companyRevision(db),

    snapshot: (realm) =>
      // One transaction, so that numbers and people are from the same moment.
      db.transaction().execute(async (trx) => {
        // First: what is changed meanwhile is read again.
        const revision = await companyRevision(trx);
        const numbers = await numbersIn(trx, realm).execute();
        const row = await trx.selectFrom("realms").select("id").where("name", "=", realm).executeTakeFirst();
        return {
          revision,
          realmId: row?.id,
          numbers: numbers.map(readNumber),
          subscribers: await readSubscribers(trx, realm),
          settings: await createRealmSettingsStore(trx).of(row?.id ?? 0),
        };
      }),

    peopleSince: async (since) => {
      const { revision, change } = await companyChangesSince(db, since);
      return { revision, people: change.people };
    },

    changesSince: (realm, since) =>
      db.transaction().execute(async (trx) => {
        const { revision, change } = await companyChangesSince(trx, since);
        const { people, more } = change;
        if (more || people === "everybody") return undefined;
        const ids = new Set(people);
        if (people.length === 0) return { revision, ids, numbers: [], subscribers: [] };
        const numbers = await numbersIn(trx, realm).where("numbers.user_id", "in", people).execute();
        const subscribers = await readSubscribers(trx, realm, people);
        return { revision, ids, numbers: numbers.map(readNumber), subscribers };
      }),

    numbersOf: async (realmId) => {
      const numbers = await db
        .selectFrom("numbers")
        .where("realm_id", "=", realmId)
        .select(["number", "kind", "name", "user_id", "details"])
        .orderBy("number")
        .execute();
      return numbers.map(readNumber);
    },
  };
}

const numbersIn = (db: Kysely<Tables>, realm: string) =>
  db
    .selectFrom("numbers")
    .innerJoin("realms", "realms.id", "numbers.realm_id")
    .where("realms.name", "=", realm)
    .select(["numbers.number", "numbers.kind", "numbers.name", "numbers.user_id", "numbers.details"]);

type NumberQuery = Parameters<DirectoryStore["countNumbers"]>[0];

function findNumbers(db: Kysely<Tables>, { realmId, kind, words, digits, e164 }: NumberQuery) {
  return db
    .selectFrom("numbers")
    .where("numbers.realm_id", "=", realmId)
    .$if(kind !== undefined, (query) => query.where("numbers.kind", "=", kind ?? "user"))
    .where((eb) =>
      eb.or([
        eb.and(words.map((word) => contains(eb.ref("numbers.search_text"), word))),
        ...(digits === undefined
          ? []
          : [contains(eb.ref("numbers.number"), digits), contains(eb.ref("numbers.e164"), digits)]),
        ...(e164 === undefined ? [] : [eb("numbers.e164", "=", e164)]),
      ]),
    );
}

/** CONTACT-31. Numbers hold no letters that differ in case. */
function numberRank(number: Expression<string>, { text, digits, e164 }: NumberQuery) {
  const { exact, prefix, name, other } = NUMBER_RANKS;
  if (text === "") return sql<number>`${sql.lit(other)}`;
  const begun = digits === undefined ? sql`1 = 0` : beginsAtDigits(number, digits);
  return sql<number>`case
    when ${number} = ${e164 ?? text} or ${number} = ${text} then ${sql.lit(exact)}
    when ${begun} then ${sql.lit(prefix)}
    when ${beginsWith(sql.ref("numbers.search_text"), text)} then ${sql.lit(name)}
    else ${sql.lit(other)} end`;
}

/** Everybody, or some. */
async function readSubscribers(
  db: Kysely<Tables>,
  realm: string,
  ids?: readonly number[],
): Promise<readonly Subscriber[]> {
  const people = await db
    .selectFrom("users")
    .innerJoin("realms", "realms.id", "users.realm_id")
    .innerJoin("numbers", "numbers.user_id", "users.id")
    .where("realms.name", "=", realm)
    .$if(ids !== undefined, (query) => query.where("users.id", "in", ids ?? []))
    .select([
      "users.id",
      "users.username",
      "users.first_name",
      "users.last_name",
      "users.may_use_panel",
      "users.suspended",
    ])
    .select("numbers.number as extension")
    .execute();
  const rightsOf = await readRights(db, ids);
  return people.map((row) => ({
    userId: row.id,
    realm,
    username: row.username,
    displayName: displayName({ firstName: row.first_name, lastName: row.last_name }),
    extension: row.extension,
    mayUsePanel: row.may_use_panel === 1 && row.suspended === 0,
    suspended: row.suspended === 1,
    rights: rightsOf(row.id),
  }));
}

/** The rights of each user at the telephone. People of the same groups with nothing of their own share one object. */
async function readRights(db: Kysely<Tables>, ids?: readonly number[]): Promise<(userId: number) => Rights> {
  const ofGroups = groupBy(
    await db.selectFrom("group_permissions").where("module", "in", TELEPHONE_MODULES).selectAll().execute(),
    ({ group_id }) => group_id,
  );
  const ofUsers = groupBy(
    await db
      .selectFrom("user_permissions")
      .where("module", "in", TELEPHONE_MODULES)
      .$if(ids !== undefined, (query) => query.where("user_id", "in", ids ?? []))
      .selectAll()
      .execute(),
    ({ user_id }) => user_id,
  );
  const groupsOf = groupBy(
    await db
      .selectFrom("group_members")
      .$if(ids !== undefined, (query) => query.where("user_id", "in", ids ?? []))
      .selectAll()
      .orderBy("group_id")
      .execute(),
    ({ user_id }) => user_id,
  );
  const shared = new Map<string, Rights>();
  return (userId) => {
    const groups = (groupsOf.get(userId) ?? []).map(({ group_id }) => group_id);
    const own = ofUsers.get(userId) ?? [];
    const key = groups.join();
    const known = own.length === 0 ? shared.get(key) : undefined;
    if (known !== undefined) return known;
    const rights = mergePermissions(permissionsOf([...groups.flatMap((id) => ofGroups.get(id) ?? []), ...own]));
    if (own.length === 0) shared.set(key, rights);
    return rights;
  };
}
