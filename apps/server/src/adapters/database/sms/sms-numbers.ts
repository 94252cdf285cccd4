import type { Kysely } from "kysely";
import { toE164 } from "../../../kernel/text/phone-number.ts";
import { smsNumbers, type SmsNumber } from "../../../modules/sms/index.ts";
import { readNumber } from "../company/number-rows.ts";
import type { QueueSettingTables } from "../queues/queue-setting-tables.ts";
import type { Tables } from "../schema.ts";

export async function readRealmNumbers(all: Kysely<Tables>, realmId: number): Promise<readonly SmsNumber[]> {
  const db = all.withTables<QueueSettingTables>();
  const rows = await db
    .selectFrom("numbers")
    .where("realm_id", "=", realmId)
    .where("kind", "in", ["did", "user", "queue", "toggle"])
    .select(["id", "number", "kind", "name", "user_id", "details"])
    .orderBy("number")
    .execute();
  const agents = await db
    .selectFrom("queue_members")
    .innerJoin("numbers", "numbers.id", "queue_members.number_id")
    .where("numbers.realm_id", "=", realmId)
    .select(["numbers.number", "queue_members.user_id"])
    .execute();
  const suspended = await db
    .selectFrom("users")
    .where("realm_id", "=", realmId)
    .where("suspended", "=", 1)
    .select("id")
    .execute();
  return smsNumbers(
    rows.map((row) => ({ id: row.id, entry: readNumber(row) })),
    agents.map(({ number, user_id }) => ({ queue: number, userId: user_id })),
    new Set(suspended.map(({ id }) => id)),
  );
}

export async function readRealmsOf(db: Kysely<Tables>, did: string) {
  const rows = await db
    .selectFrom("numbers")
    .innerJoin("realms", "realms.id", "numbers.realm_id")
    .where("numbers.kind", "=", "did")
    .where("numbers.e164", "=", toE164(did) ?? did)
    .select(["realms.id as realmId", "realms.name as realm"])
    .select(["numbers.number", "numbers.kind", "numbers.name", "numbers.user_id", "numbers.details"])
    .orderBy("realms.id")
    .execute();
  return rows.flatMap(({ realmId, realm, ...row }) => {
    const entry = readNumber(row);
    return entry.kind === "did" && entry.smsCapable ? [{ id: realmId, name: realm }] : [];
  });
}
