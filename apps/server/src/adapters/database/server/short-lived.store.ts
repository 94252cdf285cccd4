import type { Kysely } from "kysely";
import type { Clock } from "../../../kernel/clock.ts";
import type { RetentionRule } from "../../../kernel/jobs/retention.ts";
import { WrongSecretKey, type SecretBox } from "../../../kernel/secrets/secret-box.ts";
import type { Kept, ShortLived, ShortLivedEntries, ShortLivedKind } from "../../../kernel/short-lived/short-lived.ts";
import { createKeyedQueue } from "../../../kernel/concurrency/keyed-queue.ts";
import type { Tables } from "../schema.ts";

interface Deps {
  readonly db: Kysely<Tables>;
  /** Values are encrypted, each bound to its kind and key. */
  readonly box: SecretBox;
  readonly clock: Pick<Clock, "now">;
}

/** Entries are counted, and removed above the limit, after this many new ones. */
const THINNED_EVERY = 100;
/** Limit of retries when several servers change one entry in parallel: in each round, one of them succeeds. */
const MOST_TRIES = 1_000;

/** One table for all servers of a database. */
export function createTableShortLived(deps: Deps): ShortLived {
  return { isShared: true, open: (kind) => openKind(kind, deps) };
}

/** Expired entries are removed together with other expired rows. */
export function shortLivedRetention(db: Kysely<Tables>): RetentionRule {
  return {
    name: "expired entries",
    days: 0,
    removeBefore: async (at) => {
      const { numDeletedRows } = await db.deleteFrom("short_lived").where("expires_at", "<", at).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function openKind<Value>(kind: ShortLivedKind<Value>, { db, box, clock }: Deps): ShortLivedEntries<Value> {
  const { name, schema, most, maxChars } = kind;
  const inTurn = createKeyedQueue();
  const boundTo = (key: string): string => `${name} ${key}`;

  const sealed = (key: string, { value, expiresAt, holdsUntil = 0 }: Kept<Value>) => {
    const text = JSON.stringify(value);
    if (text.length > maxChars) throw new Error(`${name} is too large to be kept: ${text.length} characters`);
    return { value: box.seal(text, boundTo(key)), expires_at: expiresAt, holds_until: holdsUntil };
  };
  /** A value in another version's format, or encrypted with another key, counts as missing. */
  const opened = (row: Row): Kept<Value> | undefined => {
    if (row.expires_at <= clock.now()) return undefined;
    try {
      const parsed = schema.safeParse(JSON.parse(box.open(row.value, boundTo(row.entry))));
      if (!parsed.success) return undefined;
      return { value: parsed.data, expiresAt: row.expires_at, holdsUntil: row.holds_until };
    } catch (error) {
      if (error instanceof WrongSecretKey) return undefined;
      throw error;
    }
  };
  const read = (key: string): Promise<Row | undefined> =>
    db.selectFrom("short_lived").where("kind", "=", name).where("entry", "=", key).selectAll().executeTakeFirst();
  const thinOut = createThinning({ db, clock, name, most });

  /** @returns false when another process has changed the entry in the meantime */
  const replace = async (key: string, before: Row | undefined, after: Kept<Value> | undefined): Promise<boolean> => {
    if (before === undefined) {
      if (after === undefined) return true;
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("short_lived")
        .values({ kind: name, entry: key, ...sealed(key, after) })
        .onConflict((conflict) => conflict.columns(["kind", "entry"]).doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await thinOut();
      return true;
    }
    // Each encryption of a value gives a different text, so the text identifies the version that was read.
    const version = { kind: name, entry: key, value: before.value };
    if (after === undefined) {
      const { numDeletedRows } = await db
        .deleteFrom("short_lived")
        .where((eb) => eb.and(version))
        .executeTakeFirst();
      return numDeletedRows === 1n;
    }
    const { numUpdatedRows } = await db
      .updateTable("short_lived")
      .set(sealed(key, after))
      .where((eb) => eb.and(version))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };

  return {
    find: async (key) => {
      const row = await read(key);
      return row === undefined ? undefined : opened(row)?.value;
    },
    take: async (key) => {
      const row = await db
        .deleteFrom("short_lived")
        .where("kind", "=", name)
        .where("entry", "=", key)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : opened(row)?.value;
    },
    // One after the other, so that a flood of changes to one entry uses one connection.
    change: (key, step) =>
      inTurn(key, async () => {
        for (let tries = 0; tries < MOST_TRIES; tries += 1) {
          const row = await read(key);
          const before = row === undefined ? undefined : opened(row);
          const after = step(before);
          if (after === before || (await replace(key, row, after))) return;
        }
        throw new Error(`${name} could not be changed: other servers change it all the time`);
      }),
    all: async () => {
      const rows = await db
        .selectFrom("short_lived")
        .where("kind", "=", name)
        .where("expires_at", ">", clock.now())
        .selectAll()
        .execute();
      return rows.flatMap((row) => {
        const kept = opened(row);
        return kept === undefined ? [] : [[row.entry, kept.value] as const];
      });
    },
  };
}

type Row = Tables["short_lived"];

/** Keeps the number of entries of a kind within its limit. */
function createThinning({
  db,
  clock,
  name,
  most,
}: Pick<Deps, "db" | "clock"> & { readonly name: string; readonly most: number }): () => Promise<void> {
  const every = Math.max(1, Math.min(THINNED_EVERY, Math.floor(most / 10)));
  let added = every - 1;
  /** Removes the entries that end first, either of the locks or of the others. */
  const thin = async (holding: "<=" | ">", end: "expires_at" | "holds_until"): Promise<void> => {
    const now = clock.now();
    const { count } = await db
      .selectFrom("short_lived")
      .where("kind", "=", name)
      .where("holds_until", holding, now)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count <= most) return;
    await db
      .deleteFrom("short_lived")
      .where("kind", "=", name)
      .where("entry", "in", (sub) =>
        sub
          .selectFrom("short_lived")
          .where("kind", "=", name)
          .where("holds_until", holding, now)
          .orderBy(end)
          .limit(count - most)
          .select("entry"),
      )
      .execute();
  };
  return async () => {
    added += 1;
    if (added < every) return;
    added = 0;
    await thin("<=", "expires_at");
    await thin(">", "holds_until");
  };
}
