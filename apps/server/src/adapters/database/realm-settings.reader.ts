import { sql, type Kysely } from "kysely";
import * as z from "zod/mini";
import {
  DEFAULT_REALM_SETTINGS,
  type RealmSettings,
  type RealmSettingsReader,
} from "../../modules/realm-settings/index.ts";
import type { Tables } from "./schema.ts";

export function createRealmSettingsReader(db: Kysely<Tables>): RealmSettingsReader {
  return {
    of: async (realmId) => {
      const rows = await db
        .selectFrom("realm_items")
        .select(["id", "kind", "name", "details"])
        .where("realm_id", "=", realmId)
        .orderBy(sql`lower(name)`)
        .orderBy("id")
        .execute();
      return settingsOf(rows.map(({ details, ...row }) => z.parse(itemSchema, { ...parsed(details), ...row })));
    },
  };
}

const hoursSchema = z.object({ days: z.array(z.number()), fromMinute: z.number(), toMinute: z.number() });
const named = { id: z.number(), name: z.string() };

/** Written by the company store alone, so a row that does not parse is a damaged store. */
const itemSchema = z.discriminatedUnion("kind", [
  z.object({ ...named, kind: z.literal("emergency"), disabledGlobally: z.boolean(), numbers: z.array(z.string()) }),
  z.object({ ...named, kind: z.literal("emergency_profile"), number: z.string() }),
  z.object({ ...named, kind: z.literal("emergency_location"), address: z.string(), details: z.string() }),
  z.object({ ...named, kind: z.literal("time_condition"), timeZone: z.string(), hours: z.array(hoursSchema) }),
]);
type Item = z.infer<typeof itemSchema>;
const objectSchema = z.record(z.string(), z.unknown());
const parsed = (text: string) => z.parse(objectSchema, JSON.parse(text));

function settingsOf(items: readonly Item[]): RealmSettings {
  const { emergency } = DEFAULT_REALM_SETTINGS;
  const [plan = emergency] = ofKind(items, "emergency");
  return {
    emergency: {
      disabledGlobally: plan.disabledGlobally,
      numbers: plan.numbers,
      profiles: ofKind(items, "emergency_profile"),
      locations: ofKind(items, "emergency_location"),
    },
    timeConditions: ofKind(items, "time_condition"),
  };
}

function ofKind<Kind extends Item["kind"]>(items: readonly Item[], kind: Kind) {
  return items.filter((item): item is Extract<Item, { kind: Kind }> => item.kind === kind);
}
