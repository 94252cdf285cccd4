import { mergePermissions } from "@callpanel/contract";
import { sql, type Expression, type Kysely } from "kysely";
import {
  NUMBER_RANKS,
  TELEPHONE_MODULES,
  type DirectoryStore,
  type FoundNumber,
  type Subscriber,
} from "../../../modules/directory/index.ts";
import { displayName } from "../../../modules/users/index.ts";
import { readNumber } from "./number-rows.ts";
import { createRealmSettingsStore } from "./realm-settings.store.ts";
import { beginsAtDigits, beginsWith, contains, permissionsOf } from "../rows.ts";
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

    revision: async () => {
      const row = await db.selectFrom("revisions").select("revision").where("id", "=", 1).executeTakeFirstOrThrow();
      return row.revision;
    },

    snapshot: (realm) =>
      // One transaction, so that numbers and people are from the same moment.
      db.transaction().execute(async (trx) => {
        const numbers = await trx
          .selectFrom("numbers")
          .innerJoin("realms", "realms.id", "numbers.realm_id")
          .where("realms.name", "=", realm)
          .select(["numbers.number", "numbers.kind", "numbers.name", "numbers.user_id", "numbers.details"])
          .execute();
        const row = await trx.selectFrom("realms").select("id").where("name", "=", realm).executeTakeFirst();
        return {
          realmId: row?.id,
          numbers: numbers.map(readNumber),
          subscribers: await readSubscribers(trx, realm),
          settings: await createRealmSettingsStore(trx).of(row?.id ?? 0),
        };
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

async function readSubscribers(db: Kysely<Tables>, realm: string): Promise<readonly Subscriber[]> {
  const people = await db
    .selectFrom("users")
    .innerJoin("realms", "realms.id", "users.realm_id")
    .innerJoin("numbers", "numbers.user_id", "users.id")
    .where("realms.name", "=", realm)
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
  const grants = await db
    .selectFrom("group_permissions")
    .innerJoin("group_members", "group_members.group_id", "group_permissions.group_id")
    .where("module", "in", TELEPHONE_MODULES)
    .select(["group_members.user_id", "module", "rule", "target"])
    .unionAll(
      db
        .selectFrom("user_permissions")
        .where("module", "in", TELEPHONE_MODULES)
        .select(["user_permissions.user_id", "module", "rule", "target"]),
    )
    .execute();
  const grantsByUser = new Map<number, typeof grants>();
  for (const grant of grants) grantsByUser.set(grant.user_id, [...(grantsByUser.get(grant.user_id) ?? []), grant]);
  return people.map((row) => {
    const rights = mergePermissions(permissionsOf(grantsByUser.get(row.id) ?? []));
    return {
      userId: row.id,
      realm,
      username: row.username,
      displayName: displayName({ firstName: row.first_name, lastName: row.last_name }),
      extension: row.extension,
      mayUsePanel: row.may_use_panel === 1 && row.suspended === 0,
      rights,
    };
  });
}
