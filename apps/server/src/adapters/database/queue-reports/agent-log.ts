import type { QueueLogRow } from "@callpanel/phone-port";
import type { Kysely } from "kysely";
import { OPEN_END, periodOf, startOfPeriod, type QueueTables, type SumMinutes } from "./queue-tables.ts";

type Database = Kysely<QueueTables>;

/** Periods of agents' sums: reports of agents are of whole days, which begin on a quarter of an hour of UTC. */
export const AGENT_SUM_MINUTES = [15, 1_440] as const satisfies readonly SumMinutes[];

const NOTHING = { answered: 0, missed: 0, rejected: 0, hold_ms: 0, talk_ms: 0, wrap_up_ms: 0 };
type Sums = typeof NOTHING;

interface Member {
  readonly realm: string;
  readonly queueId: string;
  readonly agentId: number;
}

/** Writes what a row of the log says about its agent (QREP-8). */
export async function writeAgent(trx: Database, row: QueueLogRow): Promise<void> {
  const { realm, at, agentId, queueId } = row;
  if (agentId === undefined) return;
  if (row.event === "UNPAUSE" || row.event === "UNPAUSEALL") await endWrapUp(trx, { realm, agentId, at });
  if (queueId === undefined) return;
  const member = { realm, queueId, agentId };
  switch (row.event) {
    case "CONNECT":
      return add(trx, member, [{ at, sums: { answered: 1, hold_ms: row.waitMs } }]);
    case "RINGNOANSWER":
      return add(trx, member, [{ at, sums: row.refused === true ? { rejected: 1 } : { missed: 1 } }]);
    case "AGENTDUMP":
      return add(trx, member, [{ at, sums: { rejected: 1 } }]);
    case "ADDMEMBER":
      return begin(trx, member, { at, kind: "login", reason: "" });
    case "PAUSE":
      return begin(trx, member, { at, kind: "pause", reason: row.reason });
    case "UNPAUSE":
      return end(trx, member, { at, kinds: ["pause"] });
    case "REMOVEMEMBER":
      return end(trx, member, { at, kinds: ["pause", "login"] });
    default:
      if (!("talkMs" in row)) return;
      await add(trx, member, spread(at - row.talkMs, at, "talk_ms"));
      if (row.wrapUpMs !== undefined) await wrapUp(trx, member, { at, until: at + row.wrapUpMs });
  }
}

interface Part {
  readonly at: number;
  readonly sums: Partial<Sums>;
}

/** A duration in parts of one quarter of an hour each. */
function spread(from: number, until: number, column: keyof Sums, sign: 1 | -1 = 1): readonly Part[] {
  const parts: Part[] = [];
  for (let at = from; at < until;) {
    const next = Math.min(until, startOfPeriod(periodOf(at, 15) + 1, 15));
    parts.push({ at, sums: { [column]: sign * (next - at) } });
    at = next;
  }
  return parts;
}

async function add(trx: Database, { realm, queueId, agentId }: Member, parts: readonly Part[]): Promise<void> {
  const rows = new Map<string, QueueTables["queue_agent_sums"]>();
  for (const { at, sums } of parts)
    for (const minutes of AGENT_SUM_MINUTES) {
      const period = periodOf(at, minutes);
      const row = rows.get(`${minutes} ${period}`) ?? {
        realm,
        queue_id: queueId,
        agent_id: agentId,
        minutes,
        period,
        ...NOTHING,
      };
      rows.set(`${minutes} ${period}`, { ...row, ...sumOf(row, sums) });
    }
  if (rows.size === 0) return;
  await trx
    .insertInto("queue_agent_sums")
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(["realm", "minutes", "period", "queue_id", "agent_id"]).doUpdateSet((eb) => {
        const more = (column: keyof Sums) => eb(`queue_agent_sums.${column}`, "+", eb.ref(`excluded.${column}`));
        return {
          answered: more("answered"),
          missed: more("missed"),
          rejected: more("rejected"),
          hold_ms: more("hold_ms"),
          talk_ms: more("talk_ms"),
          wrap_up_ms: more("wrap_up_ms"),
        };
      }),
    )
    .execute();
}

function sumOf(one: Sums, other: Partial<Sums>): Sums {
  const of = (column: keyof Sums): number => one[column] + (other[column] ?? 0);
  return {
    answered: of("answered"),
    missed: of("missed"),
    rejected: of("rejected"),
    hold_ms: of("hold_ms"),
    talk_ms: of("talk_ms"),
    wrap_up_ms: of("wrap_up_ms"),
  };
}

type Kind = QueueTables["queue_agent_times"]["kind"];

async function begin(
  trx: Database,
  { realm, queueId, agentId }: Member,
  { at, kind, reason, until = OPEN_END }: { at: number; kind: Kind; reason: string; until?: number },
): Promise<void> {
  await end(trx, { realm, queueId, agentId }, { at, kinds: [kind] });
  await trx
    .insertInto("queue_agent_times")
    .values({ realm, queue_id: queueId, agent_id: agentId, started_at: at, ended_at: until, kind, reason })
    .execute();
}

async function end(
  trx: Database,
  { realm, queueId, agentId }: Member,
  { at, kinds }: { readonly at: number; readonly kinds: readonly Kind[] },
): Promise<void> {
  await trx
    .updateTable("queue_agent_times")
    .where("realm", "=", realm)
    .where("agent_id", "=", agentId)
    .where("ended_at", "=", OPEN_END)
    .where("queue_id", "=", queueId)
    .where("kind", "in", kinds)
    .set({ ended_at: at })
    .execute();
}

/** The wrap-up counts as a whole, until the agent ends it early. Of each agent the latest one is kept for that. */
async function wrapUp(
  trx: Database,
  member: Member,
  { at, until }: { readonly at: number; readonly until: number },
): Promise<void> {
  await add(trx, member, spread(at, until, "wrap_up_ms"));
  await latestWrapUp(trx, member).execute();
  await begin(trx, member, { at, until, kind: "wrapUp", reason: "" });
}

/** QUE-26: unpausing ends a wrap-up. */
async function endWrapUp(
  trx: Database,
  { realm, agentId, at }: { readonly realm: string; readonly agentId: number; readonly at: number },
): Promise<void> {
  const [ended] = await latestWrapUp(trx, { realm, agentId })
    .where("ended_at", ">", at)
    .returning(["queue_id", "ended_at"])
    .execute();
  if (ended === undefined) return;
  await add(trx, { realm, agentId, queueId: ended.queue_id }, spread(at, ended.ended_at, "wrap_up_ms", -1));
}

const latestWrapUp = (trx: Database, { realm, agentId }: Pick<Member, "realm" | "agentId">) =>
  trx
    .deleteFrom("queue_agent_times")
    .where("realm", "=", realm)
    .where("agent_id", "=", agentId)
    .where("kind", "=", "wrapUp");
