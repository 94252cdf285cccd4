/** Callers who have hung up and are called back in turn (docs/spec/queue-callbacks.md). */
import type { OpenCallback, OpenStay, OutcallStep } from "@callpanel/phone-port";
import type { Due } from "./agents.ts";
import { about } from "./caller-rows.ts";
import type { Deadlines } from "./deadlines.ts";
import type { OutcallFailure, QueueEvent, WaitingCallback } from "./engine.port.ts";
import type { Outbox } from "./outbox.ts";
import type { Agent, Callback, Caller, Engagement, Queue } from "./state.ts";

type Of<K extends QueueEvent["kind"]> = Extract<QueueEvent, { kind: K }>;

export interface Callbacks {
  take(event: Of<"askCallback"> | Of<"outcallBegun"> | Of<"outcallFailed"> | Of<"lost">): void;
  /** One that was open when the process ended; false: its queue is gone. */
  resume(stay: OpenStay, open: OpenCallback): boolean;
  /** No phone rings for the caller any more. */
  waitOn(caller: Caller, callback: Callback): void;
  /** The pause after a failed call is over. */
  due(caller: Caller): void;
  of(callId: string): WaitingCallback | undefined;
}

interface CallbackParts {
  readonly now: () => number;
  readonly out: Outbox;
  readonly deadlines: Deadlines<Due>;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly callerOf: (callId: string) => Caller | undefined;
  readonly engagement: (callId: string, agentId: number) => readonly [Agent?, Engagement?];
  readonly create: (queue: Queue, of: Pick<Caller, "callId" | "party" | "priority">) => Caller;
  readonly lineUp: (caller: Caller) => void;
  /** Returns the agents who were rung; they are to be released. */
  readonly stopRings: (caller: Caller) => readonly Agent[];
  readonly release: (agent: Agent) => void;
  readonly unring: (agent: Agent, engaged: Engagement, isLeftAlone: boolean) => void;
  readonly serve: (caller: Caller) => void;
  /** The caller leaves the line. */
  readonly giveUp: (caller: Caller) => void;
  /** The same, and nothing is written: the log of it is another system's. */
  readonly drop: (caller: Caller) => void;
}

/** The caller hears goodbye and hangs up; before that their line is busy. */
const GOODBYE_MS = 15_000;

/** In the line, and no agent has picked up. */
export const isInLine = ({ phase }: Caller): boolean => phase === "waiting" || phase === "ringing";

export function createCallbacks(parts: CallbackParts): Callbacks {
  const { now, out, deadlines, queues, callerOf, engagement, stopRings, release, unring, serve, giveUp, drop } = parts;

  const note = (caller: Caller, { number, attempts }: Callback, step: OutcallStep, agentId?: number): void => {
    const who = agentId === undefined ? {} : { agentId };
    out.write(about(caller, who), { event: "OUTCALL", step, number, attempt: attempts, priority: caller.priority });
    out.touchCaller(caller);
  };
  const begin = (
    caller: Caller,
    { number, attempts, restUntil }: Omit<Callback, "expiresAt" | "dialling">,
  ): Callback => {
    const { queue, enteredAt } = caller;
    const expiresAt = enteredAt + queue.settings.callbacks.expireSeconds * 1_000;
    const callback = { number, attempts, restUntil, expiresAt, dialling: false };
    caller.callback = callback;
    caller.expired = false;
    queue.callbacks.set(number, caller);
    return callback;
  };
  const outcallOver = (caller: Caller, callback: Callback, why: OutcallFailure, agentId?: number): void => {
    callback.dialling = false;
    callback.restUntil = now() + retryMsOf(caller.queue);
    note(caller, callback, why, agentId);
  };
  const waitOn = (caller: Caller, callback: Callback): void => {
    if (callback.dialling) outcallOver(caller, callback, "dropped");
    if (isInVain(caller, callback)) giveUp(caller);
    else if (callback.restUntil <= now()) caller.queue.looking.add(caller);
    else deadlines.add(callback.restUntil, { kind: "callbackDue", caller });
  };
  const watch = (caller: Caller, callback: Callback): void => {
    deadlines.add(callback.expiresAt, { kind: "waitOver", caller });
    waitOn(caller, callback);
    if (caller.queue.looking.indexOf(caller) >= 0) serve(caller);
  };

  const ask = ({ callId, number }: Of<"askCallback">): void => {
    const caller = callerOf(callId);
    // An agent has picked up: the caller has what they wanted.
    if (caller === undefined || caller.callback !== undefined || !isInLine(caller)) return;
    const { queue } = caller;
    if (!takesCallback(queue, number)) return out.decide({ kind: "callbackRefused", callId });
    const rung = stopRings(caller);
    caller.phase = "waiting";
    queue.looking.remove(caller);
    const callback = begin(caller, { number, attempts: 0, restUntil: now() + GOODBYE_MS });
    note(caller, callback, "asked");
    out.decide({ kind: "callbackTaken", callId });
    watch(caller, callback);
    for (const agent of rung) release(agent);
  };
  const outcallBegun = ({ callId, agentId }: Of<"outcallBegun">): void => {
    const [, engaged] = engagement(callId, agentId);
    const callback = engaged?.caller.callback;
    if (engaged?.phase !== "answering" || callback === undefined || callback.dialling) return;
    // However that ends, it counts (QCB-23).
    callback.attempts += 1;
    callback.dialling = true;
    note(engaged.caller, callback, "dialled", agentId);
  };
  const outcallFailed = ({ callId, agentId, why }: Of<"outcallFailed">): void => {
    const [agent, engaged] = engagement(callId, agentId);
    const callback = engaged?.caller.callback;
    if (agent === undefined || engaged?.phase !== "answering" || callback?.dialling !== true) return;
    outcallOver(engaged.caller, callback, why, agentId);
    unring(agent, engaged, why === "dropped");
  };
  const lose = ({ callId }: Of<"lost">): void => {
    const caller = callerOf(callId);
    if (caller?.callback !== undefined && caller.phase !== "talking") drop(caller);
  };

  return {
    waitOn,
    take: (event) => {
      if (event.kind === "askCallback") ask(event);
      else if (event.kind === "outcallBegun") outcallBegun(event);
      else if (event.kind === "lost") lose(event);
      else outcallFailed(event);
    },
    resume: ({ callId, queueId, enteredAt, originalPosition, caller: party }, { number, attempts, priority, at }) => {
      const queue = queues.get(queueId);
      if (queue === undefined) return false;
      const caller = parts.create(queue, { callId, party, priority });
      caller.enteredAt = enteredAt;
      caller.joinedAt = enteredAt;
      caller.originalPosition = originalPosition;
      const restMs = attempts === 0 ? GOODBYE_MS : retryMsOf(queue);
      const callback = begin(caller, { number, attempts, restUntil: at + restMs });
      parts.lineUp(caller);
      watch(caller, callback);
      return true;
    },
    due: (caller) => {
      const { looking } = caller.queue;
      const isResting = caller.callback === undefined || caller.callback.restUntil > now();
      if (isResting || caller.phase !== "waiting" || looking.indexOf(caller) >= 0) return;
      looking.add(caller);
      serve(caller);
    },
    of: (callId) => {
      const caller = callerOf(callId);
      if (caller?.callback === undefined || caller.phase === "talking") return undefined;
      return { queueId: caller.queue.id, number: caller.callback.number, name: caller.party.name };
    },
  };
}

/** QCB-4 */
function takesCallback({ settings, callbacks }: Queue, number: string): boolean {
  const { key, most } = settings.callbacks;
  return key !== undefined && !callbacks.has(number) && callbacks.size < most;
}

/** QCB-24: it was tried often enough, or for long enough. */
function isInVain({ queue, expired }: Caller, { attempts }: Callback): boolean {
  return expired || attempts >= queue.settings.callbacks.attempts;
}

const retryMsOf = ({ settings }: Queue): number => settings.callbacks.retrySeconds * 1_000;
