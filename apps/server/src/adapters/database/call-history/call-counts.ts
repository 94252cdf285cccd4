import { sql, type Kysely } from "kysely";
import type { CallSearch } from "../../../modules/call-history/index.ts";
import { callEntries } from "./call-entries.ts";
import { dayOf, startOfDay, WHOLE_REALM } from "./call-record.store.ts";
import type { DayCount } from "./counted-page.ts";
import type { Tables } from "../schema.ts";

/** The part of a search between two days. */
export const within = (
  search: CallSearch,
  days: { readonly fromDay: number; readonly untilDay: number },
): CallSearch => ({
  ...search,
  from: Math.max(search.from, startOfDay(days.fromDay)),
  until: Math.min(search.until, startOfDay(days.untilDay)),
});

/**
 * The number of calls of each day, oldest day first; days without calls are left out. If the search covers only a part of a
 * day, that day's calls are counted one by one.
 */
export async function dayCounts(db: Kysely<Tables>, search: CallSearch): Promise<readonly DayCount[]> {
  const { from, until } = search;
  if (until <= from) return [];
  const days = await countsOf(db, search, [dayOf(from), dayOf(until - 1)]);
  return Promise.all(
    days.map(async ({ day, calls }) => {
      const [begins, ends] = [startOfDay(day), startOfDay(day + 1)];
      if (begins >= from && ends <= until) return { day, calls };
      const part = { ...search, from: Math.max(from, begins), until: Math.min(until, ends) };
      return { day, calls: await countEach(db, part) };
    }),
  );
}

/** A call with several of these people is in the counts of each, so it is subtracted for all but one. */
async function countsOf(
  db: Kysely<Tables>,
  { realm, scope }: CallSearch,
  [first, last]: readonly [first: number, last: number],
): Promise<readonly DayCount[]> {
  const userIds = scope === "realm" ? [WHOLE_REALM] : [...scope.userIds];
  const each = db
    .selectFrom("call_counts")
    .where("realm", "=", realm)
    .where("user_id", "in", userIds)
    .where("day", ">=", first)
    .where("day", "<=", last)
    .select(["day", "calls"]);
  if (userIds.length === 1) return each.orderBy("day").execute();
  const together = db
    .selectFrom("call_group_members")
    .where("user_id", "in", userIds)
    .groupBy("people")
    .having((eb) => eb.fn.countAll(), ">", 1)
    .select(["people", sql<number>`count(*) - 1`.as("extra")]);
  const twice = db
    .selectFrom(together.as("together"))
    .innerJoin("call_group_counts as counted", "counted.people", "together.people")
    .where("day", ">=", first)
    .where("day", "<=", last)
    .select(["day", sql<number>`- calls * extra`.as("calls")]);
  return db
    .selectFrom(each.unionAll(twice).as("counted"))
    .groupBy("day")
    .having(sql`sum(calls)`, ">", 0)
    .select(["day", sql<number>`cast(sum(calls) as bigint)`.as("calls")])
    .orderBy("day")
    .execute();
}

async function countEach(db: Kysely<Tables>, search: CallSearch): Promise<number> {
  const { total } = await db
    .selectFrom(callEntries(db, search).as("found"))
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}
