import type { AgentFigures } from "@callpanel/contract";
import type { AgentSums, AgentTime, QueueReportStore, QueueSearch } from "./queue-report.store.ts";
import { seconds } from "./summary.ts";

/** The cause of a pause in which an agent finishes the last call: it counts as wrap-up. */
const WRAP_UP = "wrap_up_time";

export interface AgentWork {
  readonly answered: number;
  readonly missed: number;
  readonly rejected: number;
  readonly holdMs: number;
  readonly talkMs: number;
  readonly wrapUpMs: number;
  readonly pausedMs: number;
  readonly causes: ReadonlyMap<string, number>;
  readonly loggedInMs: number;
  /** Logged in and not paused. */
  readonly availableMs: number;
}

/** QREP-8: what each agent did in the period, until now at the latest. */
export async function agentWork(
  store: Pick<QueueReportStore, "agentSums" | "agentTimes">,
  search: QueueSearch,
  now: number,
): Promise<ReadonlyMap<number, AgentWork>> {
  const [sums, times] = await Promise.all([store.agentSums(search), store.agentTimes(search)]);
  const timesOf = new Map<number, AgentTime[]>();
  for (const time of times) {
    const own = timesOf.get(time.agentId);
    if (own === undefined) timesOf.set(time.agentId, [time]);
    else own.push(time);
  }
  const sumsOf = new Map(sums.map((one) => [one.agentId, one]));
  const period = { from: search.from, until: Math.min(search.until, now) };
  return new Map(
    [...new Set([...sumsOf.keys(), ...timesOf.keys()])].map((agentId) => [
      agentId,
      workOf(sumsOf.get(agentId), timesOf.get(agentId) ?? [], period),
    ]),
  );
}

interface Span {
  readonly from: number;
  readonly until: number;
}

function workOf(sums: AgentSums | undefined, times: readonly AgentTime[], period: Span): AgentWork {
  const { answered = 0, missed = 0, rejected = 0, holdMs = 0, talkMs = 0, wrapUpMs = 0 } = sums ?? {};
  const spansOf = (test: (time: AgentTime) => boolean): readonly Span[] => joined(times.filter(test), period);
  const breaks = ({ kind, reason }: AgentTime): boolean => kind === "pause" && reason !== WRAP_UP;
  const causes = new Set(times.filter(breaks).map(({ reason }) => reason));
  const logins = spansOf(({ kind }) => kind === "login");
  const pauses = spansOf(breaks);
  const wrapUps = spansOf(({ kind, reason }) => kind === "pause" && reason === WRAP_UP);
  return {
    answered,
    missed,
    rejected,
    holdMs,
    talkMs,
    wrapUpMs: wrapUpMs + lengthOf(wrapUps),
    pausedMs: lengthOf(pauses),
    causes: new Map(
      [...causes].map((cause) => [cause, lengthOf(spansOf((time) => breaks(time) && time.reason === cause))]),
    ),
    loggedInMs: lengthOf(logins),
    availableMs: lengthOf(logins) - commonLength(logins, pauses),
  };
}

/** Times as spans without overlap, in order, cut at the ends of the period: what holds in several queues counts once. */
function joined(times: readonly AgentTime[], { from, until }: Span): readonly Span[] {
  const spans: Span[] = [];
  for (const { startedAt, endedAt } of times.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const span = { from: Math.max(startedAt, from), until: Math.min(endedAt, until) };
    if (span.until <= span.from) continue;
    const last = spans.at(-1);
    if (last === undefined || last.until < span.from) spans.push(span);
    else spans.splice(-1, 1, { from: last.from, until: Math.max(last.until, span.until) });
  }
  return spans;
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, until }) => sum + until - from, 0);

function commonLength(spans: readonly Span[], others: readonly Span[]): number {
  let sum = 0;
  let next = 0;
  for (const { from, until } of spans) {
    while ((others[next]?.until ?? Infinity) <= from) next += 1;
    for (let index = next; (others[index]?.from ?? Infinity) < until; index += 1) {
      const other = others[index];
      if (other !== undefined) sum += Math.min(until, other.until) - Math.max(from, other.from);
    }
  }
  return sum;
}

const NO_WORK: AgentWork = {
  answered: 0,
  missed: 0,
  rejected: 0,
  holdMs: 0,
  talkMs: 0,
  wrapUpMs: 0,
  pausedMs: 0,
  causes: new Map(),
  loggedInMs: 0,
  availableMs: 0,
};

/** Of all agents together. */
export function totalWork(all: Iterable<AgentWork>): AgentWork {
  let total = NO_WORK;
  for (const one of all) {
    const causes = new Map(total.causes);
    for (const [cause, ms] of one.causes) causes.set(cause, (causes.get(cause) ?? 0) + ms);
    total = {
      answered: total.answered + one.answered,
      missed: total.missed + one.missed,
      rejected: total.rejected + one.rejected,
      holdMs: total.holdMs + one.holdMs,
      talkMs: total.talkMs + one.talkMs,
      wrapUpMs: total.wrapUpMs + one.wrapUpMs,
      pausedMs: total.pausedMs + one.pausedMs,
      causes,
      loggedInMs: total.loggedInMs + one.loggedInMs,
      availableMs: total.availableMs + one.availableMs,
    };
  }
  return total;
}

/** QREP-9: the figures of an agent, in seconds. */
export function agentFiguresOf(work: AgentWork): AgentFigures {
  const { answered, missed, rejected, holdMs, talkMs, wrapUpMs, pausedMs, causes, loggedInMs, availableMs } = work;
  return {
    answered,
    missed,
    rejected,
    talk: seconds(talkMs),
    avg_hold: answered === 0 ? null : seconds(holdMs / answered),
    wrap_up: seconds(wrapUpMs),
    paused: seconds(pausedMs),
    pauses: [...causes]
      .filter(([, ms]) => ms > 0)
      .toSorted(([one, ms], [other, otherMs]) => otherMs - ms || one.localeCompare(other))
      .map(([cause, ms]) => ({ cause, seconds: seconds(ms) })),
    logged_in: seconds(loggedInMs),
    occupancy: availableMs <= 0 ? null : Math.round(Math.min(1, (talkMs + wrapUpMs) / availableMs) * 1_000) / 1_000,
  };
}

/** Something to show: an agent whose only pause ended as the period began has nothing. */
export const hasWork = ({ answered, missed, rejected, talkMs, wrapUpMs, pausedMs, loggedInMs }: AgentWork): boolean =>
  answered + missed + rejected + talkMs + wrapUpMs + pausedMs + loggedInMs > 0;
