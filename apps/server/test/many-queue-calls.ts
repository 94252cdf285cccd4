import { PostgresAdapter, sql, type Kysely } from "kysely";
import { AGENT_SUM_MINUTES } from "../src/adapters/database/queue-reports/agent-log.ts";
import { SUM_MINUTES } from "../src/adapters/database/queue-reports/queue-tables.ts";
import type { Tables } from "../src/adapters/database/index.ts";

/** Two years until this moment. */
export const LAST_QUEUE_CALL = Date.UTC(2026, 10, 20);
const SPAN_MS = 730 * 86_400_000;
const FIRST = LAST_QUEUE_CALL - SPAN_MS;
const QUEUES = 20;
const ROWS_PER_CALL = 5;

/**
 * Adds the log of `rows / 5` calls to 20 queues of the demo company (600 to 619), as `queue-log.store.ts` writes them: half
 * answered, after two agents did not answer. It is made by SQL.
 */
export async function fillQueueLog(db: Kysely<Tables>, rows: number, agentIds: readonly number[]): Promise<void> {
  const calls = Math.floor(rows / ROWS_PER_CALL);
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const agents = sql.join(
    agentIds.map((id, index) => sql`select ${sql.lit(index)} as n, ${sql.lit(id)} as agent`),
    sql` union all `,
  );
  // `n` numbers the calls; what varies is taken from it, so that each run has the same rows.
  const numbers = isPostgres
    ? sql`select n from generate_series(cast(0 as bigint), ${sql.lit(calls - 1)}) as t(n)`
    : sql`with recursive t(n) as (select 0 union all select n + 1 from t where n < ${sql.lit(calls - 1)}) select n from t`;
  const entered = sql`(${sql.lit(FIRST)} + n * ${sql.lit(Math.floor(SPAN_MS / calls))})`;
  const wait = sql`(n * 7919 % 300000)`;
  const talk = sql`(n * 104729 % 1800000)`;
  const queue = sql`cast(600 + n * 31 % ${sql.lit(QUEUES)} as text)`;
  await sql`create table bench_calls as
    select n, ${entered} as at, ${wait} as wait, ${talk} as talk, ${queue} as queue, 'bench-' || n as call,
      (select agent from (${agents}) as agents where agents.n = found.n % ${sql.lit(agentIds.length)}) as agent
    from (${numbers}) as found`.execute(db);
  const log = (event: string, at: string, json: string, from = "where true") =>
    sql.raw(`
    insert into queue_log (realm, at, queue_id, call_id, agent_id, event, row)
    select 'demo', ${at}, queue, call, ${event === "ENTERQUEUE" ? "null" : "agent"}, '${event}',
      '{"realm":"demo","queueId":"' || queue || '","callId":"' || call || '","agentId":' || agent || ',"at":' || (${at}) ||
      ',"event":"${event}",' || ${json} || '}'
    from bench_calls ${from}`);
  const answered = "where n % 2 = 0";
  const waits = `'"waitMs":' || wait`;
  await log("ENTERQUEUE", "at", `'"number":"+14165550100","name":"Ada Abara","position":1'`).execute(db);
  await log("RINGNOANSWER", "at + wait / 2", `'"ringMs":15000'`).execute(db);
  await log("RINGNOANSWER", "at + wait / 2 + 1", `'"ringMs":15000'`).execute(db);
  await log("CONNECT", "at + wait", `${waits} || ',"agentLegId":"x","ringMs":1000'`, answered).execute(db);
  await log("RINGCANCELED", "at + wait", `'"ringMs":1000'`, "where n % 2 = 1").execute(db);
  const talked = `${waits} || ',"talkMs":' || talk || ',"originalPosition":1'`;
  await log("COMPLETECALLER", "at + wait + talk", talked, answered).execute(db);
  const left = `${waits} || ',"position":1,"originalPosition":1'`;
  await log("ABANDON", "at + wait", left, "where n % 2 = 1").execute(db);
  await sql`insert into queue_stays (id, realm, queue_id, call_id, number, name, status, entered_at, position, agent_id, wait_ms, talk_ms, ended_at)
    select queue_log.id, 'demo', queue, call, '+14165550100', 'Ada Abara',
      case when n % 2 = 0 then 'COMPLETECALLER' else 'ABANDON' end, bench_calls.at, 1,
      case when n % 2 = 0 then agent end, wait, case when n % 2 = 0 then talk end,
      bench_calls.at + wait + case when n % 2 = 0 then talk else 0 end
    from bench_calls join queue_log on queue_log.call_id = call and queue_log.event = 'ENTERQUEUE'`.execute(db);
  // In the order of time, as the store has written them: what belongs to one day is in one place.
  const period = sql`at / (minutes * 60000)`;
  await sql`insert into queue_sums
    (realm, queue_id, minutes, period, calls, answered, abandoned, timed_out, exited, hold_ms, talk_ms, longest_talk_ms, in_target)
    select 'demo', queue, minutes, ${period}, count(*), sum(1 - n % 2), sum(n % 2), 0, 0,
      sum(wait * (1 - n % 2)), sum(talk * (1 - n % 2)), max(talk * (1 - n % 2)), sum(case when n % 2 = 0 and wait <= 20000 then 1 else 0 end)
    from bench_calls, ${list("minutes", SUM_MINUTES)} group by queue, minutes, ${period} order by min(at)`.execute(db);
  await fillAgents(db, { agentIds, isPostgres });
  await sql`drop table bench_calls`.execute(db);
  await sql`analyze`.execute(db);
  if (!isPostgres) await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** A table of one column. */
const list = (name: string, values: readonly number[]) =>
  sql`(${sql.join(
    values.map((value) => sql`select ${sql.lit(value)} as ${sql.ref(name)}`),
    sql` union all `,
  )}) as ${sql.ref(`${name}s`)}`;

const AGENT_QUEUES = 4;

/** What the agents did: as the rows of the log say, and each day a login and three pauses in four queues. */
async function fillAgents(
  db: Kysely<Tables>,
  { agentIds, isPostgres }: { readonly agentIds: readonly number[]; readonly isPostgres: boolean },
): Promise<void> {
  for (const minutes of AGENT_SUM_MINUTES) {
    const period = sql`at / ${sql.lit(minutes * 60_000)}`;
    await sql`insert into queue_agent_sums
      (realm, queue_id, agent_id, minutes, period, answered, missed, rejected, hold_ms, talk_ms, wrap_up_ms)
      select 'demo', queue, agent, ${sql.lit(minutes)}, ${period}, sum(1 - n % 2), count(*) * 2, 0,
        sum(wait * (1 - n % 2)), sum(talk * (1 - n % 2)), sum(10000 * (1 - n % 2))
      from bench_calls group by queue, agent, ${period}`.execute(db);
  }
  const days = isPostgres
    ? sql`(select generate_series(0, ${sql.lit(SPAN_MS / 86_400_000 - 1)}) as day) as days`
    : sql`(with recursive t(day) as (select 0 union all select day + 1 from t where day < ${sql.lit(SPAN_MS / 86_400_000 - 1)}) select day from t) as days`;
  // The time of a kind is its number: 0 is the login of eight hours, the others are pauses of half an hour.
  const start = sql`${sql.lit(FIRST)} + cast(day as bigint) * 86400000 + time * 7200000`;
  await sql`insert into queue_agent_times (realm, queue_id, agent_id, kind, reason, started_at, ended_at)
    select 'demo', cast(600 + (agent + queue) % ${sql.lit(QUEUES)} as text), agent,
      case when time = 0 then 'login' else 'pause' end, case when time = 0 then '' else 'break' end,
      ${start}, ${start} + case when time = 0 then 28800000 else 1800000 end
    from ${days}, ${list("agent", agentIds)}, ${list("time", [0, 1, 2, 3])},
      ${list("queue", [...Array(AGENT_QUEUES).keys()])}`.execute(db);
}
