import { PostgresAdapter, sql, type Kysely, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import {
  isItemOf,
  LINE_CLASSES,
  realmSettingsOf,
  settingAct,
  type KeptRealmItem,
  type RealmItem,
  type RealmSettingsStore,
} from "../../../modules/realm-settings/index.ts";
import type { ApplicationStore } from "../../../modules/auth/index.ts";
import { addAuditLine } from "../audit/index.ts";
import { holdRealm } from "../rows.ts";
import { growCompanyRevision } from "./company-revision.ts";
import type { Tables } from "../schema.ts";

export function createRealmSettingsStore(db: Kysely<Tables>): RealmSettingsStore {
  return {
    of: async (realmId) => realmSettingsOf(await readRealmItems(db, realmId)),
    change: (realmId, values, { userId, at }) =>
      db.transaction().execute(async (trx) => {
        await holdRealm(trx, realmId);
        const settings = (await readRealmItems(trx, realmId)).filter(isItemOf("setting"));
        for (const [name, value] of Object.entries(values)) {
          const before = settings.find((one) => one.name === name)?.value;
          await writeRealmItem(trx, realmId, { kind: "setting", name, value });
          const noted = settingAct(name, before, value);
          if (noted !== undefined)
            await addAuditLine(trx, { object: null, realmId, at, way: "panel", by: userId, person: null, ...noted });
        }
        await growCompanyRevision(trx, { people: [], more: true });
      }),
  };
}

/** Sorted by name, equal names by age. */
export async function readRealmItems(db: Kysely<Tables>, realmId: number): Promise<readonly KeptRealmItem[]> {
  const rows = await db
    .selectFrom("realm_items")
    .select(["id", "kind", "name", "details"])
    .where("realm_id", "=", realmId)
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
  return rows.map(({ details, ...row }) => z.parse(itemSchema, { ...parsed(details), ...row }));
}

/** AUTH-50: one application of all companies, by its client id. */
export function createApplicationStore(db: Kysely<Tables>): ApplicationStore {
  return {
    byClientId: async (clientId) => {
      const rows = await db
        .selectFrom("realm_items")
        .select(["id", "realm_id", "kind", "name", "details"])
        .where("kind", "=", "application")
        .where(clientIdOf(db), "=", clientId)
        .limit(1)
        .execute();
      return rows
        .map(({ details, realm_id: realmId, ...row }) => ({
          ...z.parse(itemSchema, { ...parsed(details), ...row }),
          realmId,
        }))
        .find(isItemOf("application"));
    },
  };
}

/** The client id of a row that is an application. */
function clientIdOf(db: Kysely<Tables>): RawBuilder<string> {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<string>`cast(details as json) ->> 'clientId'`
    : sql<string>`json_extract(details, '$.clientId')`;
}

/** Adds the item, or changes the existing item of the same kind and name. */
export async function writeRealmItem(db: Kysely<Tables>, realmId: number, item: RealmItem): Promise<void> {
  const { kind, name, ...rest } = item;
  const details = JSON.stringify(rest);
  await db
    .insertInto("realm_items")
    .values({ realm_id: realmId, kind, name, details })
    .onConflict((conflict) => conflict.columns(["realm_id", "kind", "name"]).doUpdateSet({ details }))
    .execute();
}

const hoursSchema = z.object({ days: z.array(z.number()), fromMinute: z.number(), toMinute: z.number() });
const named = { id: z.number(), name: z.string() };

/** Only `writeRealmItem` writes this, so a row that does not parse means a damaged store. */
const itemSchema = z.discriminatedUnion("kind", [
  z.object({
    id: z.number(),
    name: z.literal(""),
    kind: z.literal("emergency"),
    disabledGlobally: z.boolean(),
    numbers: z.array(z.string()),
  }),
  z.object({ ...named, kind: z.literal("emergency_profile"), number: z.string() }),
  z.object({ ...named, kind: z.literal("emergency_location"), address: z.string(), details: z.string() }),
  z.object({
    ...named,
    kind: z.literal("time_condition"),
    timeZone: z.string(),
    hours: z.array(hoursSchema),
    closed: z.optional(z.array(z.string())),
  }),
  z.object({
    ...named,
    kind: z.literal("trunk"),
    ha1Md5: z.string(),
    ha1Sha256: z.string(),
    callLimit: z.optional(z.number()),
    order: z.optional(z.number()),
    classes: z.optional(z.array(z.enum(LINE_CLASSES))),
  }),
  z.object({
    ...named,
    kind: z.literal("application"),
    clientId: z.string(),
    secretDigest: z.string(),
    former: z.optional(z.object({ digest: z.string(), until: z.number() })),
    redirectUris: z.array(z.string()),
  }),
  z.object({ id: z.number(), name: z.literal(""), kind: z.literal("outgoing"), number: z.string() }),
  z.object({ ...named, kind: z.literal("setting"), value: z.string() }),
]);
const objectSchema = z.record(z.string(), z.unknown());
const parsed = (text: string) => z.parse(objectSchema, JSON.parse(text));
