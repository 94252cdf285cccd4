import type { QueueMemberSettings } from "@callpanel/phone-port";
import type { Kysely } from "kysely";
import * as z from "zod/mini";
import { DEFAULT_QUEUE, type ConfiguredQueue, type QueueConfiguration } from "../../../modules/queues/index.ts";
import type { Tables } from "../schema.ts";
import type { QueueSettingTables } from "./queue-setting-tables.ts";

const number = z.nullable(z.number());
const text = z.nullable(z.string());
const emptyRule = z.enum(["never", "noAgents", "noActiveAgents"]);

/** Only `writeQueue` writes this, so a row that does not parse means a damaged store. */
const storedSchema: z.ZodMiniType<QueueConfiguration> = z.object({
  strategy: z.enum(["ringAll", "leastRecent", "fewestCalls", "random", "roundRobin", "linear", "weightedRandom"]),
  agentRingSeconds: z.number(),
  retrySeconds: z.number(),
  wrapUpSeconds: z.number(),
  maxWaiting: number,
  maxWaitSeconds: number,
  joinWhenEmpty: emptyRule,
  leaveWhenEmpty: emptyRule,
  exitKey: text,
  exitTo: text,
  callbackKey: text,
  callbackAttempts: z.number(),
  callbackRetrySeconds: z.number(),
  callbackExpiresSeconds: z.number(),
  maxCallbacks: z.number(),
  overflowTo: text,
  weight: z.number(),
  ringInUse: z.boolean(),
  autoPauseAfter: number,
  autoPauseScope: z.enum(["queue", "allQueues"]),
  announcePosition: z.boolean(),
  announceWait: z.boolean(),
  announceFirstSeconds: z.number(),
  announceEverySeconds: z.number(),
  language: z.enum(["en", "fr"]),
  greeting: text,
  whisper: text,
  music: text,
  records: z.boolean(),
  serviceLevelSeconds: z.number(),
});
const jsonSchema = z.record(z.string(), z.unknown());
const loginSchema = z.enum(["always", "byCode"]);

const readSettings = (settings: string | null): QueueConfiguration =>
  settings === null
    ? DEFAULT_QUEUE
    : z.parse(storedSchema, { ...DEFAULT_QUEUE, ...z.parse(jsonSchema, JSON.parse(settings)) });

/** The queues of a realm, sorted by number. */
export async function readQueues(all: Kysely<Tables>, realmId: number): Promise<readonly ConfiguredQueue[]> {
  const db = all.withTables<QueueSettingTables>();
  const queues = await db
    .selectFrom("numbers")
    .leftJoin("queue_settings", "queue_settings.number_id", "numbers.id")
    .where("numbers.realm_id", "=", realmId)
    .where("numbers.kind", "=", "queue")
    .select(["numbers.id", "numbers.number", "numbers.name", "queue_settings.settings"])
    .orderBy("numbers.number")
    .execute();
  const rows = await db
    .selectFrom("queue_members")
    .innerJoin("numbers", "numbers.id", "queue_members.number_id")
    .where("numbers.realm_id", "=", realmId)
    .selectAll("queue_members")
    .orderBy("queue_members.position")
    .execute();
  const members = new Map<number, QueueMemberSettings[]>();
  for (const { number_id, user_id: agentId, penalty, login, ring_in_use } of rows) {
    const ringInUse = ring_in_use === null ? {} : { ringInUse: ring_in_use === 1 };
    const member = { agentId, penalty, login: z.parse(loginSchema, login), ...ringInUse };
    const before = members.get(number_id);
    if (before === undefined) members.set(number_id, [member]);
    else before.push(member);
  }
  return queues.map(({ id, settings, ...queue }) => ({
    ...queue,
    configuration: readSettings(settings),
    members: members.get(id) ?? [],
  }));
}

/** The id of a queue's number; undefined if there is no such queue. */
export async function queueNumberId(db: Kysely<Tables>, realmId: number, queue: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("numbers")
    .where("realm_id", "=", realmId)
    .where("kind", "=", "queue")
    .where("number", "=", queue)
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

/** Replaces settings and members of an existing queue. */
export async function writeQueue(
  all: Kysely<Tables>,
  realmId: number,
  { number: queue, configuration, members }: Omit<ConfiguredQueue, "name">,
): Promise<void> {
  const db = all.withTables<QueueSettingTables>();
  const numberId = await queueNumberId(all, realmId, queue);
  if (numberId === undefined) throw new Error(`there is no queue ${queue}`);
  const settings = JSON.stringify(configuration);
  await db
    .insertInto("queue_settings")
    .values({ number_id: numberId, settings })
    .onConflict((conflict) => conflict.column("number_id").doUpdateSet({ settings }))
    .execute();
  await db.deleteFrom("queue_members").where("number_id", "=", numberId).execute();
  const rows = members.map(({ agentId, penalty, login, ringInUse }, position) => ({
    number_id: numberId,
    user_id: agentId,
    position,
    penalty,
    login,
    ring_in_use: ringInUse === undefined ? null : Number(ringInUse),
  }));
  if (rows.length > 0) await db.insertInto("queue_members").values(rows).execute();
}
