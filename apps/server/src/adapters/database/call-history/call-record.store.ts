import { sql, type Kysely } from "kysely";
import { foldText } from "../../../kernel/text/search-text.ts";
import {
  listedPeople,
  talkedNumbers,
  type CallDetailRecord,
  type CallRecordStore,
} from "../../../modules/calls/index.ts";
import type { NewJob } from "../../../kernel/jobs/job-store.port.ts";
import { insertion } from "../insertion.ts";
import { addJobRow } from "../server/job.store.ts";
import { toFlag, type Tables } from "../schema.ts";
import { noteTalks } from "./last-talks.ts";

const DAY_MS = 86_400_000;
/** Used as the user id in the counts of a whole realm. */
export const WHOLE_REALM = 0;
/** The day in UTC, as days since the epoch. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);
export const startOfDay = (day: number): number => day * DAY_MS;

export function createCallRecordStore(db: Kysely<Tables>): CallRecordStore {
  return {
    write: (record, jobs = []) => db.transaction().execute((trx) => writeRecord(trx, record, jobs)),

    writeAll: (records, jobsFor = () => []) =>
      db.transaction().execute(async (trx) => {
        for (const record of records) await writeRecord(trx, record, jobsFor(record));
      }),

    countRecords: async () => {
      const { total } = await db
        .selectFrom("cdrs")
        .select((eb) => eb.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

async function writeRecord(trx: Kysely<Tables>, record: CallDetailRecord, jobs: readonly NewJob[]): Promise<void> {
  const written = sql<{
    id: number;
  }>`${insertion("cdrs", [toRow(record)])} on conflict (call_id) do nothing returning id`;
  const [row] = (await written.execute(trx)).rows;
  // If the record exists already, so does everything that follows.
  if (row === undefined) return;
  await enter(trx, row.id, record);
  for (const job of jobs) await addJobRow(trx, job);
}

function toRow(record: CallDetailRecord) {
  return {
    call_id: record.callId,
    realm: record.realm,
    started_at: record.startedAt,
    answered_at: record.answeredAt,
    ended_at: record.endedAt,
    from_number: record.from.number,
    from_name: record.from.name,
    from_user_id: record.from.userId,
    to_number: record.to.number,
    to_name: record.to.name,
    to_user_id: record.to.userId,
    dialled_number: record.dialledNumber,
    direction: record.direction,
    disposition: record.disposition,
    failed: toFlag(record.failed),
    ended_by: record.endedBy,
    end_reason: record.endReason,
    sip_status: record.sipStatus,
    quality: record.quality,
    forwarded_by: record.forwardedBy,
    sent_by: record.sentBy ?? null,
    listened_by: record.listenedBy ?? null,
    diverted_from:
      record.divertedFrom === undefined || record.divertedFrom.length === 0
        ? null
        : JSON.stringify(record.divertedFrom),
    answered_by: record.answeredBy === undefined ? null : JSON.stringify(record.answeredBy),
    destination: record.destination ?? null,
    words: wordsOf(record),
  };
}

/** CDR-13 */
export const wordsOf = ({ from, to, dialledNumber }: Pick<CallDetailRecord, "from" | "to" | "dialledNumber">): string =>
  foldText([...new Set([from.number, from.name, to.number, to.name, dialledNumber])].join(" "));

/** CDR-6: adds the call to people's histories and to the counts of its day. */
async function enter(trx: Kysely<Tables>, id: number, record: CallDetailRecord): Promise<void> {
  const { realm, startedAt, continues = [] } = record;
  // Always in the same order: two transactions in parallel then never deadlock.
  const people = listedPeople(record);
  const day = dayOf(startedAt);
  if (people.length > 0)
    await insertion(
      "call_parties",
      people.map((userId) => ({ user_id: userId, started_at: startedAt, cdr_id: id })),
    ).execute(trx);
  const counts = [WHOLE_REALM, ...people].map((userId) => ({ realm, user_id: userId, day, calls: 1 }));
  await sql`${insertion("call_counts", counts)}
    on conflict (realm, user_id, day) do update set calls = call_counts.calls + 1`.execute(trx);
  if (record.answeredAt !== null)
    await noteTalks(trx, { realm, numbers: talkedNumbers(record), at: record.answeredAt });
  if (people.length > 1) await enterTogether(trx, people, day);
  if (continues.length > 0)
    await trx
      .insertInto("call_links")
      .values([...new Set(continues)].map((earlier) => ({ earlier, later: record.callId })))
      .onConflict((conflict) => conflict.columns(["earlier", "later"]).doNothing())
      .execute();
}

async function enterTogether(trx: Kysely<Tables>, userIds: readonly number[], day: number): Promise<void> {
  const people = userIds.join(",");
  const members = userIds.map((userId) => ({ user_id: userId, people }));
  await sql`${insertion("call_group_members", members)} on conflict (user_id, people) do nothing`.execute(trx);
  await sql`${insertion("call_group_counts", [{ people, day, calls: 1 }])}
    on conflict (people, day) do update set calls = call_group_counts.calls + 1`.execute(trx);
}
