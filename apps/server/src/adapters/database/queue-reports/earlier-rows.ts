import { sql, type QueryExecutorProvider, type RawBuilder } from "kysely";
import type { DatabaseKind } from "../schema-builder.ts";
import { AGENT_SUM_MINUTES } from "./agent-log.ts";
import { USUAL_TARGET_MS } from "./in-target.ts";
import { OPEN_END, SUM_MINUTES } from "./queue-tables.ts";

const AGENTS_AT_ONCE = 10;

/**
 * QLOG-8: computes what `agent-log.ts` and the store compute with each row from the rows that there are: by the database, which takes
 * seconds for a million rows; row by row it took minutes. What is computed belongs to one agent each, so a portion is some agents.
 */
export async function readEarlierRows(
  db: QueryExecutorProvider,
  kind: DatabaseKind,
  last: string | undefined,
): Promise<string | undefined> {
  // The last agent of a portion, as their id and realm.
  const [, agentId = "-1", realm = ""] = /^(\d+) (.*)$/su.exec(last ?? "") ?? [];
  const after = sql`agent_id is not null and (realm, agent_id) > (${realm}, cast(${agentId} as bigint))`;
  const { rows: agents } = await sql<{ readonly realm: string; readonly agent_id: number }>`
    select distinct realm, agent_id from queue_log
    where ${after} order by realm, agent_id limit ${sql.lit(AGENTS_AT_ONCE)}`.execute(db);
  const end = agents.at(-1);
  if (end === undefined) return undefined;
  await createRows(db, kind, sql`${after} and (realm, agent_id) <= (${end.realm}, cast(${end.agent_id} as bigint))`);
  await sumInTarget(db);
  await createSpans(db);
  await sumAgents(db);
  await createTimes(db);
  for (const table of ["earlier_rows", "earlier_spans"]) await sql`drop table ${sql.table(table)}`.execute(db);
  return `${end.agent_id} ${end.realm}`;
}

/** The rows about agents with the values that count, each read from its JSON once. */
async function createRows(db: QueryExecutorProvider, kind: DatabaseKind, ofAgents: RawBuilder<unknown>): Promise<void> {
  const text = (name: string): RawBuilder<string> =>
    kind === "sqlite" ? sql`json_extract(row, ${sql.lit(`$.${name}`)})` : sql`cast(row as json) ->> ${sql.lit(name)}`;
  const whole = (name: string) => sql`cast(${text(name)} as bigint)`;
  await sql`create temporary table earlier_rows as
    select id, realm, queue_id, agent_id, event, at, ${whole("waitMs")} as wait_ms, ${whole("talkMs")} as talk_ms,
      ${whole("wrapUpMs")} as wrap_up_ms, ${whole("targetMs")} as target_ms, ${text("refused")} is not null as refused,
      ${text("reason")} as reason
    from queue_log where ${ofAgents}`.execute(db);
}

const lengths = (minutes: readonly number[]) =>
  sql`(${sql.join(
    minutes.map((one) => sql`select ${sql.lit(one)} as minutes, ${sql.lit(one * 60_000)} as length`),
    sql` union all `,
  )}) as lengths`;

/** In the periods in which the callers joined. */
async function sumInTarget(db: QueryExecutorProvider): Promise<void> {
  await sql`update queue_sums set in_target = in_target + answered_rows.found
    from (
      select realm, coalesce(queue_id, '') as queue_id, minutes, (at - wait_ms) / length as period, count(*) as found
      from earlier_rows, ${lengths(SUM_MINUTES)}
      where event = 'CONNECT' and wait_ms <= coalesce(target_ms, ${sql.lit(USUAL_TARGET_MS)})
      group by 1, 2, 3, 4
    ) as answered_rows
    where queue_sums.realm = answered_rows.realm and queue_sums.minutes = answered_rows.minutes
      and queue_sums.queue_id = answered_rows.queue_id and queue_sums.period = answered_rows.period`.execute(db);
}

/** Talks and wrap-ups. What an unpause ends is there once more, as a negative one from then on. */
async function createSpans(db: QueryExecutorProvider): Promise<void> {
  await sql`create temporary table earlier_spans as
    select realm, queue_id, agent_id, at - talk_ms as from_at, at as until_at, 1 as talk, 0 as wrap_up
    from earlier_rows where queue_id is not null and talk_ms is not null`.execute(db);
  await sql`insert into earlier_spans select realm, queue_id, agent_id, at, at + wrap_up_ms, 0, 1
    from earlier_rows where queue_id is not null and wrap_up_ms is not null`.execute(db);
  await sql`insert into earlier_spans select realm, queue_id, agent_id, next_at, at + wrap_up_ms, 0, -1
    from ${WRAP_UPS} where ${ENDED_EARLY}`.execute(db);
}

/** Each wrap-up with what its agent did next that is about it: another one, or an unpause. */
const WRAP_UPS = sql`(
  select * from (
    select id, realm, queue_id, agent_id, at, wrap_up_ms,
      lead(at) over agent_rows as next_at, lead(wrap_up_ms) over agent_rows as next_wrap_up_ms,
      max(case when wrap_up_ms is not null then id end) over (partition by realm, agent_id) as last_id
    from earlier_rows
    where (event in ('UNPAUSE', 'UNPAUSEALL') or (queue_id is not null and wrap_up_ms is not null))
    window agent_rows as (partition by realm, agent_id order by id)
  ) as all_rows
  where wrap_up_ms is not null
) as wrap_ups`;
const ENDED_EARLY = sql`(next_at is not null and next_wrap_up_ms is null and next_at < at + wrap_up_ms)`;

async function sumAgents(db: QueryExecutorProvider): Promise<void> {
  const one = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 1 else 0 end`;
  const within = sql`(case when until_at < (period + 1) * length then until_at else (period + 1) * length end
    - case when from_at > period * length then from_at else period * length end)`;
  await sql`insert into queue_agent_sums
      (realm, queue_id, agent_id, minutes, period, answered, missed, rejected, hold_ms, talk_ms, wrap_up_ms)
    with recursive parts (realm, queue_id, agent_id, from_at, until_at, talk, wrap_up, minutes, length, period) as (
      select realm, queue_id, agent_id, from_at, until_at, talk, wrap_up, minutes, length, from_at / length
      from earlier_spans, ${lengths(AGENT_SUM_MINUTES)} where from_at < until_at
      union all
      select realm, queue_id, agent_id, from_at, until_at, talk, wrap_up, minutes, length, period + 1
      from parts where (period + 1) * length < until_at
    )
    select realm, queue_id, agent_id, minutes, period,
      sum(answered), sum(missed), sum(rejected), sum(hold_ms), sum(talk_ms), sum(wrap_up_ms)
    from (
      select realm, queue_id, agent_id, minutes, at / length as period,
        ${one(sql`event = 'CONNECT'`)} as answered, ${one(sql`event = 'RINGNOANSWER' and not refused`)} as missed,
        ${one(sql`event = 'AGENTDUMP' or (event = 'RINGNOANSWER' and refused)`)} as rejected,
        case when event = 'CONNECT' then wait_ms else 0 end as hold_ms, 0 as talk_ms, 0 as wrap_up_ms
      from earlier_rows, ${lengths(AGENT_SUM_MINUTES)}
      where queue_id is not null and event in ('CONNECT', 'RINGNOANSWER', 'AGENTDUMP')
      union all
      select realm, queue_id, agent_id, minutes, period, 0, 0, 0, 0, talk * ${within}, wrap_up * ${within} from parts
    ) as counted
    group by realm, queue_id, agent_id, minutes, period`.execute(db);
}

/** A login or a pause lasts until the next row of its member that begins or ends one. */
async function createTimes(db: QueryExecutorProvider): Promise<void> {
  const ofKind = (kind: string, begins: string, ends: readonly string[]) => sql`
    select id, realm, queue_id, agent_id, at, ${sql.lit(kind)} as kind, coalesce(reason, '') as reason,
      event = ${sql.lit(begins)} as begins
    from earlier_rows
    where queue_id is not null and event in (${sql.join([begins, ...ends].map((one) => sql.lit(one)))})`;
  await sql`insert into queue_agent_times (realm, queue_id, agent_id, started_at, ended_at, kind, reason)
    select realm, queue_id, agent_id, at, coalesce(next_at, ${sql.lit(OPEN_END)}), kind, reason from (
      select *, lead(at) over (partition by realm, agent_id, queue_id, kind order by id) as next_at from (
        ${ofKind("pause", "PAUSE", ["UNPAUSE", "REMOVEMEMBER"])}
        union all ${ofKind("login", "ADDMEMBER", ["REMOVEMEMBER"])}
      ) as member_rows
    ) as times
    where begins order by id`.execute(db);
  // Of wrap-ups, the latest one of each agent is kept.
  await sql`insert into queue_agent_times (realm, queue_id, agent_id, started_at, ended_at, kind, reason)
    select realm, queue_id, agent_id, at, at + wrap_up_ms, 'wrapUp', ''
    from ${WRAP_UPS} where id = last_id and not ${ENDED_EARLY}`.execute(db);
}
