import { PERSONAL_CONFERENCE_PREFIX } from "@callpanel/contract";
import type { Kysely } from "kysely";
import * as z from "zod/mini";
import {
  DEFAULT_CONFERENCE,
  DEFAULT_PERSONAL,
  type ConferenceConfiguration,
  type ConfiguredConference,
  type PersonalConfiguration,
} from "../../../modules/conferences/index.ts";
import { readNumber } from "../company/number-rows.ts";
import type { Tables } from "../schema.ts";
import type { ConferenceTables } from "./conference-tables.ts";

/** Only `writeConference` writes this, so a row that does not parse means a damaged store. */
const storedSchema: z.ZodMiniType<ConferenceConfiguration> = z.object({
  disabled: z.boolean(),
  maxUsers: z.number(),
  waitForAdmin: z.boolean(),
  listenOnly: z.boolean(),
  musicOnHold: z.boolean(),
  announceCount: z.boolean(),
  announceJoinLeave: z.boolean(),
  optionsMenu: z.boolean(),
  records: z.boolean(),
  sharesRecordings: z.boolean(),
  language: z.enum(["en", "fr"]),
});
const personalSchema: z.ZodMiniType<PersonalConfiguration> = z.object({
  active: z.boolean(),
  pin: z.string(),
  maxUsers: z.number(),
  waitForAdmin: z.boolean(),
  listenOnly: z.boolean(),
  musicOnHold: z.boolean(),
  announceCount: z.boolean(),
  announceJoinLeave: z.boolean(),
  optionsMenu: z.boolean(),
});
const jsonSchema = z.record(z.string(), z.unknown());

const readSettings = (settings: string | null): ConferenceConfiguration =>
  settings === null
    ? DEFAULT_CONFERENCE
    : z.parse(storedSchema, { ...DEFAULT_CONFERENCE, ...z.parse(jsonSchema, JSON.parse(settings)) });

/** The rooms of a realm, sorted by number. */
export async function readConferences(all: Kysely<Tables>, realmId: number): Promise<readonly ConfiguredConference[]> {
  const db = all.withTables<ConferenceTables>();
  const rows = await db
    .selectFrom("numbers")
    .leftJoin("conference_settings", "conference_settings.number_id", "numbers.id")
    .where("numbers.realm_id", "=", realmId)
    .where("numbers.kind", "=", "room")
    .select(["numbers.id", "numbers.number", "numbers.kind", "numbers.name", "numbers.user_id", "numbers.details"])
    .select("conference_settings.settings")
    .orderBy("numbers.number")
    .execute();
  const admins = await db
    .selectFrom("conference_admins")
    .innerJoin("numbers", "numbers.id", "conference_admins.number_id")
    .where("numbers.realm_id", "=", realmId)
    .selectAll("conference_admins")
    .orderBy("conference_admins.user_id")
    .execute();
  return rows.flatMap(({ id, settings, ...row }): ConfiguredConference[] => {
    const entry = readNumber(row);
    if (entry.kind !== "room") return [];
    const { number, name, pin, adminPin } = entry;
    const adminIds = admins.flatMap((admin) => (admin.number_id === id ? admin.user_id : []));
    return [{ number, name, pin, adminPin, adminIds, configuration: readSettings(settings) }];
  });
}

export const readPersonal = (settings: string): PersonalConfiguration =>
  z.parse(personalSchema, { ...DEFAULT_PERSONAL, ...z.parse(jsonSchema, JSON.parse(settings)) });

/** The personal conferences of a realm that were ever set, by user id; `only`: of these users. */
export async function readPersonalSettings(
  all: Kysely<Tables>,
  realmId: number,
  only?: readonly number[],
): Promise<ReadonlyMap<number, PersonalConfiguration>> {
  const rows = await all
    .withTables<ConferenceTables>()
    .selectFrom("personal_conferences")
    .innerJoin("users", "users.id", "personal_conferences.user_id")
    .where("users.realm_id", "=", realmId)
    .$if(only !== undefined, (query) => query.where("users.id", "in", only ?? []))
    .selectAll("personal_conferences")
    .execute();
  return new Map(rows.map(({ user_id, settings }) => [user_id, readPersonal(settings)]));
}

export async function writePersonal(
  all: Kysely<Tables>,
  userId: number,
  configuration: PersonalConfiguration,
): Promise<void> {
  const settings = JSON.stringify(configuration);
  await all
    .withTables<ConferenceTables>()
    .insertInto("personal_conferences")
    .values({ user_id: userId, settings })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ settings }))
    .execute();
}

/** The active personal conferences of a realm, sorted by extension. */
export async function readPersonalConferences(
  all: Kysely<Tables>,
  realmId: number,
): Promise<readonly ConfiguredConference[]> {
  const rows = await all
    .withTables<ConferenceTables>()
    .selectFrom("personal_conferences")
    .innerJoin("numbers", "numbers.user_id", "personal_conferences.user_id")
    .where("numbers.realm_id", "=", realmId)
    .select(["numbers.number", "numbers.name", "personal_conferences.user_id", "personal_conferences.settings"])
    .orderBy("numbers.number")
    .execute();
  return rows.flatMap(({ number: extension, name, user_id: ownerId, settings }): ConfiguredConference[] => {
    const { active, pin, ...configuration } = readPersonal(settings);
    if (!active) return [];
    const number = `${PERSONAL_CONFERENCE_PREFIX}${extension}`;
    const owned = { number, name, ownerId, pin, adminPin: null, adminIds: [ownerId] };
    return [{ ...owned, configuration: { ...DEFAULT_CONFERENCE, ...configuration } }];
  });
}

/** Replaces settings and admins of an existing room; its name and PINs belong to its number. */
export async function writeConference(
  all: Kysely<Tables>,
  realmId: number,
  { number, configuration, adminIds }: Pick<ConfiguredConference, "number" | "configuration" | "adminIds">,
): Promise<void> {
  const db = all.withTables<ConferenceTables>();
  const { id: numberId } = await db
    .selectFrom("numbers")
    .where("realm_id", "=", realmId)
    .where("kind", "=", "room")
    .where("number", "=", number)
    .select("id")
    .executeTakeFirstOrThrow();
  const settings = JSON.stringify(configuration);
  await db
    .insertInto("conference_settings")
    .values({ number_id: numberId, settings })
    .onConflict((conflict) => conflict.column("number_id").doUpdateSet({ settings }))
    .execute();
  await db.deleteFrom("conference_admins").where("number_id", "=", numberId).execute();
  const rows = adminIds.map((userId) => ({ number_id: numberId, user_id: userId }));
  if (rows.length > 0) await db.insertInto("conference_admins").values(rows).execute();
}
