import type { QueueCaller } from "@callpanel/contract";
import type { Clock } from "../../../shared/clock.ts";
import type { EventsMessage } from "../../../shared/live/events.ts";
import { followByFrame, pacedFrames } from "../../../shared/live/frames.ts";
import type { Framed, FramedDeps } from "../../../shared/live/frames.ts";
import type { FrameTurns } from "../../../shared/live/frameTurns.ts";
import { createKeyListeners } from "../../../shared/live/keyListeners.ts";
import type { AgentCounts, LiveQueues, Membership } from "../../../shared/live/liveQueues.ts";
import type { Readable } from "../../../shared/store.ts";
import { applyEvent, fromSnapshot, KEYS, noQueues } from "./queues.state.ts";
import type { QueuesState } from "./queues.state.ts";

/** A large company has hundreds of events a second, and every frame with a change is laid out and painted. */
const APART_MS = 100;

/** QDASH-2: a row listens to its own agent, a card to its own queue; events are applied together, ten times a second. */
export function createLiveQueues(
  deps: FramedDeps & { readonly clock: Clock; readonly turns: FrameTurns },
): LiveQueues & Framed {
  const listeners = createKeyListeners();
  const counts = new Map<string, AgentCounts>();
  const people = new Map<string, readonly Membership[]>();
  let numbers: readonly string[] | null = null;
  let state = noQueues();
  let known = false;
  let offsetMs = 0;

  const forget = (key: string) => {
    counts.delete(key);
    people.delete(key);
    if (key === KEYS.numbers) numbers = null;
  };
  const take = (message: EventsMessage): Iterable<string> => {
    if (message.type === "event") return known ? applyEvent(state, message.event, offsetMs) : [];
    state = fromSnapshot(message);
    known = true;
    offsetMs = message.clockOffsetMs;
    return [...listeners.keys(), ...counts.keys(), ...people.keys(), KEYS.numbers];
  };
  const untold = new Set<string>();
  /** Notifies of one part that has listeners. */
  const notifyNext = () => {
    for (const key of untold) {
      untold.delete(key);
      if (listeners.run([key])) break;
    }
    return untold.size > 0;
  };
  const paced = { events: deps.events, nextFrame: pacedFrames(deps, APART_MS) };
  const framed = followByFrame(paced, {
    isKnown: () => known,
    apply(messages: readonly EventsMessage[]) {
      const changed = new Set<string>();
      for (const message of messages) for (const key of take(message)) changed.add(key);
      for (const key of changed) {
        forget(key);
        untold.add(key);
      }
      if (messages.some(({ type }) => type === "snapshot")) while (notifyNext());
      else deps.turns.ask(notifyNext);
      return changed.size > 0;
    },
  });
  const part = <Part>(key: string, get: () => Part): Readable<Part> => ({
    get,
    subscribe: (listener) => listeners.on(key, listener),
  });
  return {
    ...framed,
    start() {
      const stop = framed.start();
      return () => {
        stop();
        deps.turns.drop(notifyNext);
      };
    },
    numbers: part(KEYS.numbers, () => (numbers ??= known ? [...state.queues.keys()] : null)),
    queue: (number) => part(KEYS.queue(number), () => state.queues.get(number) ?? null),
    line: (number) => part(KEYS.line(number), () => state.lines.get(number) ?? NOBODY),
    members: (number) => part(KEYS.members(number), () => state.members.get(number) ?? NOBODY),
    agent: (number, exten) =>
      part(KEYS.agent(number, exten), () => state.agents.get(KEYS.agent(number, exten)) ?? null),
    counts: (number) =>
      part(KEYS.counts(number), () => kept(counts, KEYS.counts(number), () => countStates(state, number))),
    rungFor: (exten) => part(KEYS.rung(exten), () => rungFor(state, exten)),
    memberships: (exten) =>
      part(KEYS.person(exten), () => kept(people, KEYS.person(exten), () => membershipsOf(state, exten))),
  };
}

/** What is computed from several parts is the same object until one of them changes. */
function kept<Part>(known: Map<string, Part>, key: string, compute: () => Part): Part {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = compute();
  known.set(key, made);
  return made;
}

function countStates({ members, agents }: QueuesState, number: string): AgentCounts {
  const counts = { idle: 0, ringing: 0, talking: 0, wrapup: 0, paused: 0, offline: 0 };
  for (const exten of members.get(number) ?? NOBODY) {
    const agent = agents.get(KEYS.agent(number, exten));
    if (agent !== undefined) counts[agent.state] += 1;
  }
  return counts;
}

/** An agent is rung for one caller at a time (QUE-22). */
function rungFor({ lines }: QueuesState, exten: string): QueueCaller | null {
  for (const line of lines.values()) {
    const caller = line.find(({ ringing }) => ringing.includes(exten));
    if (caller !== undefined) return caller;
  }
  return null;
}

const membershipsOf = ({ queues, agents }: QueuesState, exten: string): readonly Membership[] =>
  [...queues.keys()].flatMap((queue) => {
    const agent = agents.get(KEYS.agent(queue, exten));
    return agent === undefined ? [] : [{ queue, agent }];
  });

const NOBODY: readonly never[] = [];
