import { FINAL_EVENTS, QueueLogFold, type QueueLogRow } from "@callpanel/phone-port";
import type { Kysely } from "kysely";
import { numberKey } from "../../../kernel/text/phone-number.ts";
import type { OpenRows, QueueLogStore } from "../../../modules/queue-reports/index.ts";
import { noteTalks } from "../call-history/last-talks.ts";
import type { Tables } from "../schema.ts";
import { writeAgent } from "./agent-log.ts";
import { isInTarget } from "./in-target.ts";
import { readRow } from "./queue-log-row.ts";
import { periodOf, SUM_MINUTES, type QueueTables } from "./queue-tables.ts";

type Database = Kysely<Tables & QueueTables>;

/** So that the index by the time of joining is used; no call of the day is longer. */
const LONGEST_CALL_MS = 86_400_000;

export function createQueueLogStore(all: Kysely<Tables>): QueueLogStore {
  const db: Database = all.withTables<QueueTables>();
  return {
    append: (owner, rows) =>
      db.transaction().execute(async (trx) => {
        for (const row of rows) await write(trx, owner, row);
      }),

    open: async (owner, realm, isGone) => {
      const owners = await db
        .selectFrom("queue_log_open")
        .where("realm", "=", realm)
        .select("owner")
        .distinct()
        .execute();
      const gone = owners.map((one) => one.owner).filter(isGone);
      if (gone.length > 0)
        await db
          .updateTable("queue_log_open")
          .set({ owner })
          .where("realm", "=", realm)
          .where("owner", "in", gone)
          .execute();
      return openRows(db, realm, owner);
    },

    takeOver: (owner, from) =>
      db.transaction().execute(async (trx) => {
        // They are read apart from what `owner` has open, and locked: another server that asks finds none.
        const between = `${from} to ${owner}`;
        const moved = await trx
          .updateTable("queue_log_open")
          .set({ owner: between })
          .where("owner", "=", from)
          .returning("realm")
          .execute();
        const found = new Map<string, OpenRows>();
        for (const realm of new Set(moved.map((row) => row.realm)))
          found.set(realm, await openRows(trx, realm, between));
        await trx.updateTable("queue_log_open").set({ owner }).where("owner", "=", between).execute();
        return found;
      }),

    holds: async (owner, realm, callId) => {
      const found = await db
        .selectFrom("queue_log_open")
        .where("realm", "=", realm)
        .where("fact", "=", `callback ${callId}`)
        .where("owner", "=", owner)
        .select("log_id")
        .executeTakeFirst();
      return found !== undefined;
    },

    talksSince: async (realm, at) => {
      const rows = await db
        .selectFrom("queue_stays")
        .where("realm", "=", realm)
        .where("entered_at", ">=", at - LONGEST_CALL_MS)
        .where("ended_at", ">=", at)
        .select(["queue_id", "agent_id", "ended_at", "talk_ms"])
        .orderBy("ended_at")
        .orderBy("id")
        .execute();
      return rows.flatMap(({ queue_id: queueId, agent_id: agentId, ended_at: endedAt, talk_ms: talkMs }) =>
        agentId === null || endedAt === null || talkMs === null ? [] : { queueId, agentId, endedAt, talkMs },
      );
    },
  };
}

async function openRows(db: Database, realm: string, owner: string): Promise<OpenRows> {
  const rows = await db
    .selectFrom("queue_log")
    .innerJoin("queue_log_open", "queue_log_open.log_id", "queue_log.id")
    .where("queue_log_open.realm", "=", realm)
    .where("queue_log_open.owner", "=", owner)
    .select("queue_log.row")
    .orderBy("queue_log.id")
    .execute();
  const fold = new QueueLogFold();
  for (const { row } of rows) fold.read(readRow(row));
  const last = await db
    .selectFrom("queue_log")
    .where("realm", "=", realm)
    .select("at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const { stays, members, pauses, logins } = fold;
  return { lastAt: last?.at, stays, members, pauses, logins };
}

async function write(trx: Database, owner: string, row: QueueLogRow): Promise<void> {
  const { at, realm, queueId = null, callId = null, agentId = null, event } = row;
  const { id } = await trx
    .insertInto("queue_log")
    .values({ realm, at, queue_id: queueId, call_id: callId, agent_id: agentId, event, row: JSON.stringify(row) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeOpen(trx, { owner, id, row });
  await writeStay(trx, id, row);
  await writeAgent(trx, row);
}

/** What a row begins is kept until another row ends it (QLOG-3). */
async function writeOpen(
  trx: Database,
  { owner, id, row }: { readonly owner: string; readonly id: number; readonly row: QueueLogRow },
): Promise<void> {
  const { begins, ends } = factsOf(row);
  if (ends.length > 0)
    await trx.deleteFrom("queue_log_open").where("realm", "=", row.realm).where("fact", "in", ends).execute();
  if (begins !== undefined)
    await trx
      .insertInto("queue_log_open")
      .values({ realm: row.realm, fact: begins, owner, log_id: id })
      .onConflict((conflict) => conflict.columns(["realm", "fact"]).doUpdateSet({ owner, log_id: id }))
      .execute();
}

interface Facts {
  readonly begins?: string;
  readonly ends: readonly string[];
}

function factsOf({ event, callId, agentId, queueId }: QueueLogRow): Facts {
  const member = `${agentId} ${queueId}`;
  switch (event) {
    case "ENTERQUEUE":
      return { begins: `stay ${callId}`, ends: [] };
    case "CONNECT":
      return { begins: `talk ${callId}`, ends: [] };
    case "OUTCALL":
      return { begins: `callback ${callId}`, ends: [] };
    case "ADDMEMBER":
      return { begins: `member ${member}`, ends: [`penalty ${member}`] };
    case "PENALTY":
      return { begins: `penalty ${member}`, ends: [] };
    case "REMOVEMEMBER":
      return { ends: [`member ${member}`, `penalty ${member}`, `pause ${member}`] };
    case "PAUSE":
      return { begins: `pause ${member}`, ends: [] };
    case "UNPAUSE":
      return { ends: [`pause ${member}`] };
    case "AGENTLOGIN":
      return { begins: `login ${agentId}`, ends: [] };
    case "AGENTLOGOFF":
      return { ends: [`login ${agentId}`] };
    default:
      return { ends: FINAL_EVENTS.has(event) ? [`stay ${callId}`, `callback ${callId}`, `talk ${callId}`] : [] };
  }
}

async function writeStay(trx: Database, id: number, row: QueueLogRow): Promise<void> {
  const { at, realm, queueId, callId, agentId = null } = row;
  if (queueId === undefined || callId === undefined) return;
  if (row.event === "ENTERQUEUE") {
    const { number, name, position } = row;
    await trx
      .insertInto("queue_stays")
      .values({
        id,
        realm,
        queue_id: queueId,
        call_id: callId,
        number,
        number_key: numberKey(number),
        name,
        position,
        status: IN_QUEUE,
        entered_at: at,
      })
      .execute();
    return count(trx, { realm, queueId, at }, { calls: 1 });
  }
  if (row.event === "OUTCALL" && row.step === "asked")
    await trx
      .updateTable("queue_stays")
      .set({ callback: 1 })
      .where("call_id", "=", callId)
      .where("realm", "=", realm)
      .where("queue_id", "=", queueId)
      .where("ended_at", "is", null)
      .execute();
  if (row.event !== "CONNECT" && !FINAL_EVENTS.has(row.event)) return;
  const stay = await trx
    .selectFrom("queue_stays")
    .where("call_id", "=", callId)
    .where("realm", "=", realm)
    .where("queue_id", "=", queueId)
    .where("ended_at", "is", null)
    .select(["id", "entered_at", "number_key"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (stay === undefined) return;
  const entered = { realm, queueId, at: stay.entered_at };
  const change = trx.updateTable("queue_stays").where("id", "=", stay.id);
  if (row.event === "CONNECT") {
    await change.set({ status: row.event, agent_id: agentId, wait_ms: row.waitMs }).execute();
    await noteTalks(trx, { realm, numbers: [stay.number_key], at });
    return count(trx, entered, { answered: 1, in_target: isInTarget(row) ? 1 : 0, hold_ms: row.waitMs });
  }
  if ("talkMs" in row) {
    await change.set({ status: row.event, wait_ms: row.waitMs, talk_ms: row.talkMs, ended_at: at }).execute();
    return count(trx, entered, { talk_ms: row.talkMs, longest_talk_ms: row.talkMs });
  }
  if (!("waitMs" in row)) return;
  await change.set({ status: row.event, wait_ms: row.waitMs, ended_at: at }).execute();
  await count(trx, entered, { [LEFT_AS[row.event] ?? "exited"]: 1 });
}

/** The status of a caller who waits (spec 1 §3). */
const IN_QUEUE = "in queue";

const LEFT_AS: Readonly<Partial<Record<QueueLogRow["event"], "abandoned" | "timed_out">>> = {
  ABANDON: "abandoned",
  EXITWITHTIMEOUT: "timed_out",
};

const NOTHING = {
  calls: 0,
  answered: 0,
  in_target: 0,
  abandoned: 0,
  timed_out: 0,
  exited: 0,
  hold_ms: 0,
  talk_ms: 0,
  longest_talk_ms: 0,
};

/** Adds to the sums of the periods in which the caller joined; of talks, the longest one is kept. */
async function count(
  trx: Database,
  { realm, queueId, at }: { readonly realm: string; readonly queueId: string; readonly at: number },
  more: Partial<typeof NOTHING>,
): Promise<void> {
  const added = { ...NOTHING, ...more };
  await trx
    .insertInto("queue_sums")
    .values(
      SUM_MINUTES.map((minutes) => ({ realm, queue_id: queueId, minutes, period: periodOf(at, minutes), ...added })),
    )
    .onConflict((conflict) =>
      conflict.columns(["realm", "minutes", "queue_id", "period"]).doUpdateSet((eb) => ({
        calls: eb("queue_sums.calls", "+", added.calls),
        answered: eb("queue_sums.answered", "+", added.answered),
        in_target: eb("queue_sums.in_target", "+", added.in_target),
        abandoned: eb("queue_sums.abandoned", "+", added.abandoned),
        timed_out: eb("queue_sums.timed_out", "+", added.timed_out),
        exited: eb("queue_sums.exited", "+", added.exited),
        hold_ms: eb("queue_sums.hold_ms", "+", added.hold_ms),
        talk_ms: eb("queue_sums.talk_ms", "+", added.talk_ms),
        longest_talk_ms: eb
          .case()
          .when("queue_sums.longest_talk_ms", ">", added.longest_talk_ms)
          .then(eb.ref("queue_sums.longest_talk_ms"))
          .else(added.longest_talk_ms)
          .end(),
      })),
    )
    .execute();
}
