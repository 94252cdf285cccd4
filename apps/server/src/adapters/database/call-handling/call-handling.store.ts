import { emergencyChoiceSchema, followMeSchema, forwardSchema, intercomSchema } from "@callpanel/contract";
import { sql, type Kysely, type Selectable, type Transaction } from "kysely";
import * as z from "zod/mini";
import {
  NOTHING_SET,
  type BlockedNumber,
  type CallHandling,
  type CallHandlingStore,
} from "../../../modules/call-handling/index.ts";
import { holdUser } from "../rows.ts";
import { REVISION_OF, type Tables } from "../schema.ts";

export function createCallHandlingStore(db: Kysely<Tables>): CallHandlingStore {
  const revision = () => readRevision(db);
  return {
    revision,

    changedSince: async (since) => {
      // Read the revision first: a change between the two reads is then read again later.
      const at = await revision();
      const rows = await db.selectFrom("call_handling").selectAll().where("revision", ">", since).execute();
      const blocked = await db
        .selectFrom("blacklists")
        .innerJoin("call_handling", "call_handling.user_id", "blacklists.user_id")
        .where("call_handling.revision", ">", since)
        .selectAll("blacklists")
        .orderBy("blacklists.id")
        .execute();
      const blockedOf = new Map<number, BlockedNumber[]>();
      for (const { user_id, ...entry } of blocked) blockedOf.set(user_id, [...(blockedOf.get(user_id) ?? []), entry]);
      return {
        revision: at,
        people: new Map(rows.map((row) => [row.user_id, readHandling(row.settings, blockedOf.get(row.user_id) ?? [])])),
      };
    },

    change: (userId, step) =>
      db.transaction().execute(async (trx) => {
        await holdUser(trx, userId);
        const user = await trx.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst();
        // The user was removed in the meantime: nothing is stored.
        if (user === undefined) return undefined;
        const before = await readOne(trx, userId);
        const after = step(before);
        const blacklist = await writeBlacklist(trx, userId, { before: before.blacklist, after: after.blacklist });
        const next = await growRevision(trx);
        const row = { settings: writeHandling(after), revision: next };
        await trx
          .insertInto("call_handling")
          .values({ user_id: userId, ...row })
          .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
          .execute();
        return { revision: next, after: { ...after, blacklist } };
      }),
  };
}

async function readRevision(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("revisions")
    .select("revision")
    .where("id", "=", REVISION_OF.callHandling)
    .executeTakeFirstOrThrow();
  return row.revision;
}

async function growRevision(trx: Transaction<Tables>): Promise<number> {
  const row = await trx
    .updateTable("revisions")
    .set({ revision: sql<number>`revision + 1` })
    .where("id", "=", REVISION_OF.callHandling)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return row.revision;
}

async function readOne(trx: Transaction<Tables>, userId: number): Promise<CallHandling> {
  const row = await trx.selectFrom("call_handling").select("settings").where("user_id", "=", userId).executeTakeFirst();
  const blocked = await blockedOf(trx, userId);
  return readHandling(row?.settings ?? "{}", blocked);
}

async function blockedOf(trx: Transaction<Tables>, userId: number): Promise<readonly BlockedNumber[]> {
  return trx
    .selectFrom("blacklists")
    .select(["id", "name", "number", "match"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

const SETTINGS = ["doNotDisturb", "callWaiting", "intercom", "forward", "followMe", "emergency"] as const;

/** Settings that were never made are absent: a later version may change the default. */
const settingsSchema = z.partial(
  z.object({
    doNotDisturb: z.boolean(),
    callWaiting: z.boolean(),
    intercom: intercomSchema,
    forward: forwardSchema,
    followMe: z.partial(followMeSchema),
    emergency: emergencyChoiceSchema,
  }),
);

/** Only `writeHandling` writes this, so a row that does not parse means a damaged store. */
function readHandling(settings: string, blacklist: readonly BlockedNumber[]): CallHandling {
  const { followMe, ...kept } = z.parse(settingsSchema, JSON.parse(settings));
  return { ...NOTHING_SET, ...kept, followMe: { ...NOTHING_SET.followMe, ...followMe }, blacklist };
}

/** How many others forward to each of these people, or have them in follow-me, as these settings are now. */
export async function countForwards(
  db: Kysely<Tables>,
  realmId: number,
  people: readonly { readonly id: number; readonly extension: string }[],
): Promise<ReadonlyMap<number, number>> {
  const idOf = new Map(people.map(({ id, extension }) => [extension, id]));
  const going = new Set(idOf.values());
  const rows = await db
    .selectFrom("call_handling")
    .innerJoin("users", "users.id", "call_handling.user_id")
    .where("users.realm_id", "=", realmId)
    .where("settings", "!=", "{}")
    .select(["user_id", "settings"])
    .execute();
  const counts = new Map<number, number>();
  for (const { user_id, settings } of rows) {
    if (going.has(user_id)) continue;
    const { forward, followMe } = readHandling(settings, []);
    const reached = [
      ...(forward.enabled ? [forward.number] : []),
      ...(followMe.enabled ? followMe.numbers.map(({ number }) => number) : []),
    ];
    for (const id of new Set(reached.flatMap((number) => idOf.get(number) ?? [])))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Settings that still have their default stay absent. */
function writeHandling(handling: CallHandling): string {
  const changed = SETTINGS.filter((name) => JSON.stringify(handling[name]) !== JSON.stringify(NOTHING_SET[name]));
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, handling[name]])));
}

type Blocked = readonly BlockedNumber[];

/** @returns the new list, with the ids of new entries */
async function writeBlacklist(
  trx: Transaction<Tables>,
  userId: number,
  { before, after }: { readonly before: Blocked; readonly after: Blocked },
): Promise<Blocked> {
  if (before === after) return after;
  const stays = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  if (gone.length > 0)
    await trx.deleteFrom("blacklists").where("user_id", "=", userId).where("id", "in", gone).execute();
  const known = new Map(before.map((entry) => [entry.id, entry]));
  for (const entry of after) {
    if (entry.id === 0 || sameEntry(known.get(entry.id), entry)) continue;
    const { id, ...row } = entry;
    await trx.updateTable("blacklists").set(row).where("user_id", "=", userId).where("id", "=", id).execute();
  }
  const added = after
    .filter(({ id }) => id === 0)
    .map(({ name, number, match }) => ({ user_id: userId, name, number, match }));
  if (added.length > 0) await trx.insertInto("blacklists").values(added).execute();
  return blockedOf(trx, userId);
}

const sameEntry = (one: Selectable<Omit<Tables["blacklists"], "user_id" | "id">> | undefined, other: BlockedNumber) =>
  one?.name === other.name && one.number === other.number && one.match === other.match;
