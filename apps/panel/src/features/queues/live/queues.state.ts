/** The live state of queues, in parts that change on their own. */
import type { QueueAgent, QueueCaller, QueueState, RealtimeEvent } from "@callpanel/contract";
import type { EventsSnapshot } from "../../../shared/live/events.ts";
import type { LiveQueue } from "../../../shared/live/liveQueues.ts";

/** The keys under which parts are listened to. */
export const KEYS = {
  numbers: "numbers",
  queue: (number: string) => `queue ${number}`,
  line: (number: string) => `line ${number}`,
  members: (number: string) => `members ${number}`,
  /** Any agent of the queue. */
  counts: (number: string) => `counts ${number}`,
  agent: (number: string, exten: string) => `agent ${number} ${exten}`,
  /** For which caller the phones of a person ring. */
  rung: (exten: string) => `rung ${exten}`,
  /** A person in any queue. */
  person: (exten: string) => `person ${exten}`,
} as const;

export interface QueuesState {
  readonly queues: Map<string, LiveQueue>;
  readonly lines: Map<string, readonly QueueCaller[]>;
  readonly members: Map<string, readonly string[]>;
  /** By `KEYS.agent`. */
  readonly agents: Map<string, QueueAgent>;
}

export const noQueues = (): QueuesState => ({
  queues: new Map(),
  lines: new Map(),
  members: new Map(),
  agents: new Map(),
});

export function fromSnapshot({ queues = [], clockOffsetMs }: EventsSnapshot): QueuesState {
  const state = noQueues();
  for (const queue of queues) putQueue(state, queue, clockOffsetMs);
  return state;
}

function putQueue(state: QueuesState, { queue: number, name, summary, waiting, agents }: QueueState, offsetMs: number) {
  state.queues.set(number, { number, name, summary });
  state.lines.set(
    number,
    waiting.map((caller) => callerInOwnTime(caller, offsetMs)),
  );
  state.members.set(
    number,
    agents.map(({ exten }) => exten),
  );
  for (const agent of agents) state.agents.set(KEYS.agent(number, agent.exten), agentInOwnTime(agent, offsetMs));
}

/** QDASH-2: changes the state in place. @returns the keys of what changed */
export function applyEvent(state: QueuesState, event: RealtimeEvent, offsetMs: number): readonly string[] {
  if (event.action === "QUEUECHAN") return moveCaller(state, event, offsetMs);
  if (event.action !== "QUEUE") return [];
  const { queue: number } = event;
  switch (event.event) {
    case "PARAMS":
      return setFigures(state, event);
    case "MEMBER":
      return event.member === undefined ? [] : setAgent(state, number, agentInOwnTime(event.member, offsetMs));
    case "MEMBERGONE":
      return event.agent === undefined ? [] : dropAgent(state, number, event.agent);
    case "REMOVED":
      return dropQueue(state, number);
    default:
      return []; // what the row changes comes as one of these
  }
}

type QueueEvent = Extract<RealtimeEvent, { readonly action: "QUEUE" }>;
type CallerEvent = Extract<RealtimeEvent, { readonly action: "QUEUECHAN" }>;

function setFigures({ queues, lines, members }: QueuesState, { queue: number, name, summary }: QueueEvent) {
  const before = queues.get(number);
  if (summary === undefined) return [];
  queues.set(number, { number, name: name ?? before?.name ?? number, summary });
  if (before !== undefined) return [KEYS.queue(number)];
  lines.set(number, []);
  members.set(number, []);
  return [KEYS.numbers, KEYS.queue(number)];
}

function setAgent({ members, agents }: QueuesState, number: string, agent: QueueAgent): readonly string[] {
  const before = members.get(number);
  if (before === undefined) return [];
  const { exten } = agent;
  agents.set(KEYS.agent(number, exten), agent);
  const changed = [KEYS.agent(number, exten), KEYS.counts(number), KEYS.person(exten)];
  if (before.includes(exten)) return changed;
  members.set(number, [...before, exten]);
  return [...changed, KEYS.members(number)];
}

function dropAgent({ members, agents }: QueuesState, number: string, exten: string): readonly string[] {
  if (!agents.delete(KEYS.agent(number, exten))) return [];
  members.set(
    number,
    (members.get(number) ?? []).filter((one) => one !== exten),
  );
  return [KEYS.agent(number, exten), KEYS.counts(number), KEYS.person(exten), KEYS.members(number)];
}

function dropQueue(state: QueuesState, number: string): readonly string[] {
  if (!state.queues.delete(number)) return [];
  const gone = (state.members.get(number) ?? []).flatMap((exten) => dropAgent(state, number, exten));
  state.lines.delete(number);
  state.members.delete(number);
  return [KEYS.numbers, KEYS.queue(number), KEYS.line(number), ...gone];
}

function moveCaller({ lines }: QueuesState, event: CallerEvent, offsetMs: number): readonly string[] {
  const { action: _, realm: __, queue: number, event: how, ...given } = event;
  const line = lines.get(number);
  const caller = callerInOwnTime(given, offsetMs);
  const at = line?.findIndex(({ callid }) => callid === caller.callid) ?? -1;
  if (line === undefined || (how === "join" ? at >= 0 : at < 0)) return [];
  const others = line.filter((_other, index) => index !== at);
  const place = caller.position - 1;
  lines.set(number, how === "leave" ? others : [...others.slice(0, place), caller, ...others.slice(place)]);
  const rung = new Set([...(line[at]?.ringing ?? []), ...caller.ringing]);
  return [KEYS.line(number), ...[...rung].map(KEYS.rung)];
}

const callerInOwnTime = (caller: QueueCaller, offsetMs: number): QueueCaller => ({
  ...caller,
  enteredAt: caller.enteredAt + offsetMs,
});

const agentInOwnTime = (agent: QueueAgent, offsetMs: number): QueueAgent => ({
  ...agent,
  since: agent.since + offsetMs,
  pausedAt: agent.pausedAt === null ? null : agent.pausedAt + offsetMs,
  lastCall: agent.lastCall === null ? null : agent.lastCall + offsetMs,
});
