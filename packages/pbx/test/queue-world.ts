/** A queue engine with agents and callers, and what follows from its decisions. */
import { QueueLogFold, type QueueLogRow, type QueueSettings, type QueueView } from "@callpanel/phone-port";
import { changeQueues } from "@callpanel/phone-port/suite";
import { seededRandom } from "@callpanel/testkit";
import { createQueueEngine } from "../src/queues/engine.ts";
import type { QueueDecision, QueueEvent } from "../src/queues/engine.port.ts";

export const SUPPORT: QueueSettings = {
  id: "support",
  number: "600",
  name: "Support",
  strategy: "linear",
  members: [1, 2, 3].map((agentId) => ({ agentId, penalty: 0, login: "always" })),
  agentRingSeconds: 15,
  retrySeconds: 5,
  wrapUpSeconds: 0,
  joinWhenEmpty: "never",
  leaveWhenEmpty: "never",
  callbacks: { attempts: 3, retrySeconds: 300, expireSeconds: 86_400, most: 20 },
  weight: 0,
  ringInUse: false,
  autoPauseScope: "queue",
  announce: { position: false, wait: false, firstSeconds: 1, everySeconds: 30 },
  language: "en",
  records: false,
};

export const queueOf = (settings: Partial<QueueSettings> = {}): QueueSettings => ({ ...SUPPORT, ...settings });
/** Static members in this order, with these penalties. */
export const agentsOf = (...penalties: readonly number[]): QueueSettings["members"] =>
  penalties.map((penalty, index) => ({ agentId: index + 1, penalty, login: "always" }));

export interface QueueWorld {
  readonly rows: readonly QueueLogRow[];
  /** With those of earlier runs. */
  readonly read: readonly QueueLogRow[];
  readonly decisions: readonly QueueDecision[];
  /** The views that the changes have made. */
  readonly told: readonly QueueView[];
  readonly now: number;
  take(event: QueueEvent): readonly QueueDecision[];
  /** Lets time pass; ticks at every time that is due. */
  pass(seconds: number): readonly QueueDecision[];
  /** A caller joins; the decisions about them. */
  enter(callId: string, queueId?: string, priority?: number): readonly QueueDecision[];
  /** An agent's phone is picked up, and they hear each other. */
  answer(callId: string, agentId: number): void;
  end(callId: string, kind?: "caller" | "agent"): readonly QueueDecision[];
  agents(ids: readonly number[], device?: { readonly reachable?: boolean; readonly busy?: boolean }): void;
  /** Agents whose phones ring for a caller. */
  ringing(callId: string): readonly number[];
  /** Rows about calls as text: `CONNECT a1 ag2`. */
  readonly log: readonly string[];
  /** What a reader of the log finds open. */
  readonly fold: QueueLogFold;
  views(): readonly QueueView[];
  readonly engine: ReturnType<typeof createQueueEngine>;
}

/** `earlier`: what an earlier run has left. */
export function createQueueWorld(
  queues: readonly QueueSettings[],
  seed = 1,
  earlier: { readonly from: number; readonly read: readonly QueueLogRow[] } = { from: 1_700_000_000_000, read: [] },
): QueueWorld {
  const engine = createQueueEngine({ realm: "demo", random: seededRandom(seed) });
  const rows: QueueLogRow[] = [];
  const decisions: QueueDecision[] = [];
  let told: readonly QueueView[] = [];
  const rung = new Map<string, Set<number>>();
  const fold = new QueueLogFold();
  const read = [...earlier.read];
  for (const row of read) fold.read(row);
  let now = earlier.from;

  const follow = (decision: QueueDecision): void => {
    const { callId } = decision;
    if (decision.kind === "ring") rung.set(callId, (rung.get(callId) ?? new Set()).add(decision.agentId));
    if (decision.kind === "stopRinging") rung.get(callId)?.delete(decision.agentId);
  };
  const take = (event: QueueEvent): readonly QueueDecision[] => {
    const step = engine.take(now, event);
    rows.push(...step.rows);
    read.push(...step.rows);
    for (const row of step.rows) fold.read(row);
    decisions.push(...step.decisions);
    step.decisions.forEach(follow);
    for (const change of step.changes) told = changeQueues(told, change);
    return step.decisions;
  };
  take({ kind: "configured", queues });

  return {
    rows,
    read,
    decisions,
    engine,
    get told() {
      return told;
    },
    get now() {
      return now;
    },
    take,
    pass: (seconds) => {
      const until = now + seconds * 1_000;
      const passed: QueueDecision[] = [];
      for (let { nextAt } = engine; nextAt !== undefined && nextAt <= until; { nextAt } = engine) {
        now = Math.max(now, nextAt);
        passed.push(...take({ kind: "tick" }));
      }
      now = until;
      return passed;
    },
    enter: (callId, queueId = "support", priority = 0) =>
      take({ kind: "enter", callId, queueId, caller: { number: "+16045550000", name: callId }, priority }),
    answer: (callId, agentId) => {
      take({ kind: "answered", callId, agentId });
      take({ kind: "connected", callId, agentId, agentLegId: `leg${agentId}` });
    },
    end: (callId, kind = "caller") => take({ kind: "ended", callId, how: { kind } }),
    agents: (ids, { reachable = true, busy = false } = {}) => {
      for (const agentId of ids) take({ kind: "agentDevice", agentId, reachable, busy });
    },
    ringing: (callId) => [...(rung.get(callId) ?? [])],
    get log() {
      return rows
        .filter(({ callId }) => callId !== undefined)
        .map(({ event, callId, agentId }) =>
          [event, callId, ...(agentId === undefined ? [] : [`ag${agentId}`])].join(" "),
        );
    },
    fold,
    views: () => engine.views(),
  };
}
