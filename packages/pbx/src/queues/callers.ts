/** Callers: they join, are rung for, are connected, and leave in exactly one way (rules QUE-1 to QUE-9, QUE-30 to QUE-36). */
import type { QueueLogEvent } from "@callpanel/phone-port";
import type { Agents, Due } from "./agents.ts";
import { createCallbacks, isInLine, type Callbacks } from "./callbacks.ts";
import { about, QUEUE_REMOVED, rowOfEnd, rowOfFailure } from "./caller-rows.ts";
import type { Deadlines } from "./deadlines.ts";
import type { CallerExit, KeptPlace, LeaveReason, QueueEvent, RingFailure, TalkEnd } from "./engine.port.ts";
import { joinedBefore } from "./line.ts";
import type { Outbox } from "./outbox.ts";
import { noteTalk } from "./service-time.ts";
import type { Agent, Caller, Engagement, Member, Queue } from "./state.ts";
import { chooseAgents } from "./strategies.ts";
import { callerView, estimateOf } from "./views.ts";

type Of<K extends QueueEvent["kind"]> = Extract<QueueEvent, { kind: K }>;

export interface Callers {
  enter(event: Of<"enter">): void;
  /** Why a new caller could not join now; undefined: they could. */
  admission(queueId: string): LeaveReason | undefined;
  readonly callbacks: Callbacks;
  exit(event: Of<"exit">): void;
  ringFailed(event: Of<"ringFailed">): void;
  answered(event: Of<"answered">): void;
  connected(event: Of<"connected">): void;
  ended(event: Of<"ended">): void;
  /** Rings agents for a caller who rings no phone. */
  serve(caller: Caller): void;
  ring(caller: Caller, member: Member): void;
  /** The ringing time of an agent is over. */
  ringOver(agent: Agent): void;
  waitOver(caller: Caller): void;
  announce(caller: Caller): void;
  /** In the line, or a phone rings for them. */
  isWaiting(caller: Caller): boolean;
  /** Undefined: they wait in no line, or an agent has picked up. */
  placeOf(callId: string): KeptPlace | undefined;
  /** The agent is rung no longer, for another reason than their own. */
  callOff(agent: Agent): void;
  /** All who wait leave, because there are no agents, or no queue any more. */
  leaveAll(queue: Queue, why: "empty" | "removed"): void;
}

interface CallersParts {
  readonly now: () => number;
  readonly random: () => number;
  readonly out: Outbox;
  readonly deadlines: Deadlines<Due>;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly agents: () => Agents;
  /** The member has missed a call. */
  readonly missed: (member: Member) => void;
}

/** QUE-25: an agent who did not answer is not called for at least this time. */
const LEAST_REST_MS = 1_000;
const LEAST_ANNOUNCE_SECONDS = 10;

export const createCallers = (parts: CallersParts): Callers => new WaitingCallers(parts);

class WaitingCallers implements Callers {
  readonly #parts: CallersParts;
  readonly #callers = new Map<string, Caller>();
  readonly callbacks: Callbacks;
  #count = 0;

  constructor(parts: CallersParts) {
    this.#parts = parts;
    this.callbacks = createCallbacks({
      ...parts,
      callerOf: (callId) => this.#callers.get(callId),
      engagement: (callId, agentId) => this.#engaged(callId, agentId),
      create: (queue, of) => this.#create(queue, of),
      lineUp: (caller) => this.#lineUp(caller),
      stopRings: (caller) => this.#stopRings(caller),
      release: (agent) => this.#release(agent, 0),
      unring: (agent, engaged, isLeftAlone) =>
        this.#unring(agent, engaged, isLeftAlone ? restMsOf(engaged.caller.queue) : 0),
      serve: (caller) => this.serve(caller),
      giveUp: (caller) => this.#leave(caller, "timeout"),
      drop: (caller) => this.#finish(caller, undefined),
    });
  }

  get #now(): number {
    return this.#parts.now();
  }

  enter({ callId, queueId, caller: party, priority: usual, place }: Of<"enter">): void {
    const { out, queues } = this.#parts;
    const queue = queues.get(queueId);
    if (this.#callers.has(callId)) return;
    const why = this.admission(queueId);
    if (queue === undefined || why !== undefined)
      return out.decide({ kind: "leave", callId, why: why ?? "unknown", to: queue?.settings.overflowTo });
    const before = queue.callbacks.get(party.number);
    const rung = before === undefined ? [] : this.#takeOver(before);
    const priority = Math.max(usual, before?.priority ?? usual, place?.priority ?? usual);
    const caller = this.#create(queue, { callId, party, priority });
    // QUE-86, QCB-12: the earlier of the two.
    for (const kept of [place, before])
      if (kept !== undefined && joinedBefore(kept, caller))
        [caller.joinedAt, caller.number] = [kept.joinedAt, kept.number];
    const position = this.#lineUp(caller) + 1;
    queue.looking.add(caller);
    caller.originalPosition = position;
    out.write(about(caller), { event: "ENTERQUEUE", ...party, position });
    out.decide({ kind: "wait", callId, position });
    if (this.#isEmpty(queue, "leaveWhenEmpty")) this.#leave(caller, "empty");
    else {
      this.#setDeadlines(caller);
      this.serve(caller);
    }
    for (const agent of rung) this.#release(agent, 0);
  }

  #create(queue: Queue, of: Pick<Caller, "callId" | "party" | "priority">): Caller {
    this.#count += 1;
    const caller: Caller = {
      ...of,
      queue,
      number: this.#count,
      enteredAt: this.#now,
      joinedAt: this.#now,
      originalPosition: 0,
      phase: "waiting",
      agents: new Set(),
      tried: new Set(),
      expired: false,
      waitMs: 0,
      connectedAt: 0,
      callback: undefined,
    };
    this.#callers.set(of.callId, caller);
    return caller;
  }

  /** Returns the index. */
  #lineUp(caller: Caller): number {
    const { queue } = caller;
    const index = queue.line.add(caller);
    this.#parts.out.change({ kind: "callerJoined", queueId: queue.id, index, caller: callerView(caller) });
    return index;
  }

  admission(queueId: string): LeaveReason | undefined {
    const queue = this.#parts.queues.get(queueId);
    if (queue === undefined) return "unknown";
    const { maxWaiting } = queue.settings;
    // QCB-10: a caller who has hung up takes nobody's place.
    if (maxWaiting !== undefined && queue.line.length - queue.callbacks.size >= maxWaiting) return "full";
    return this.#isEmpty(queue, "joinWhenEmpty") ? "empty" : undefined;
  }

  exit({ callId, how }: Of<"exit">): void {
    const caller = this.#callers.get(callId);
    if (caller === undefined || caller.phase === "talking") return;
    // A caller who is called back has hung up already.
    if (caller.callback === undefined || how.kind === "withdrawn") this.#leaveBy(caller, how);
  }

  serve(caller: Caller): void {
    const chosen = chooseAgents(caller, this.#parts.random);
    if (chosen.length === 0) return;
    if (chosen.every(({ agent }) => caller.tried.has(agent))) caller.tried.clear();
    caller.queue.looking.remove(caller);
    caller.phase = "ringing";
    for (const member of chosen) this.ring(caller, member);
  }

  ring(caller: Caller, member: Member): void {
    const { deadlines, out, agents } = this.#parts;
    const { queue, callId } = caller;
    const { agent } = member;
    const ringUntil = this.#now + Math.max(1, queue.settings.agentRingSeconds) * 1_000;
    agent.engaged = { caller, member, phase: "ringing", since: this.#now, ringUntil };
    caller.agents.add(agent);
    queue.lastRung = member.place;
    deadlines.add(ringUntil, { kind: "ringOver", agent });
    out.decide({ kind: "ring", callId, agentId: agent.id });
    out.touchCaller(caller);
    agents().refresh(agent);
  }

  ringFailed({ callId, agentId, why }: Of<"ringFailed">): void {
    const [agent, engaged] = this.#engaged(callId, agentId);
    if (agent === undefined || engaged === undefined || engaged.phase === "talking") return;
    this.#ringInVain(agent, engaged, why);
  }

  answered({ callId, agentId }: Of<"answered">): void {
    const { out, agents } = this.#parts;
    const [agent, engaged] = this.#engaged(callId, agentId);
    if (agent === undefined || engaged?.phase !== "ringing") return;
    const { caller } = engaged;
    engaged.phase = "answering";
    caller.phase = "answering";
    out.touchCaller(caller);
    const others = [...caller.agents].filter((other) => other !== agent);
    for (const other of others) {
      caller.agents.delete(other);
      out.decide({ kind: "stopRinging", callId, agentId: other.id, answered: true });
    }
    agents().refresh(agent);
    for (const other of others) this.#release(other, 0);
  }

  connected({ callId, agentId, agentLegId }: Of<"connected">): void {
    const [agent, engaged] = this.#engaged(callId, agentId);
    if (agent === undefined || engaged?.phase !== "answering") return;
    const { caller, member, since } = engaged;
    caller.phase = "talking";
    caller.waitMs = this.#now - caller.enteredAt;
    caller.connectedAt = this.#now;
    engaged.phase = "talking";
    member.callsTaken += 1;
    member.missedCount = 0;
    const { waitMs } = caller;
    this.#takeOut(caller, { event: "CONNECT", waitMs, agentLegId, ringMs: this.#now - since }, { agentId });
    this.#parts.agents().refresh(agent);
  }

  ended({ callId, how }: Of<"ended">): void {
    const caller = this.#callers.get(callId);
    if (caller === undefined) return;
    const [agent] = caller.agents;
    if (caller.phase === "talking" && agent !== undefined) this.#endTalk(caller, agent, how);
    else this.exit({ kind: "exit", callId, how: { kind: "hungUp" } });
  }

  ringOver(agent: Agent): void {
    const { engaged } = agent;
    if (engaged?.phase !== "ringing") return;
    const { callId } = engaged.caller;
    this.#parts.out.decide({ kind: "stopRinging", callId, agentId: agent.id, answered: false });
    this.#ringInVain(agent, engaged, "unanswered");
  }

  callOff(agent: Agent): void {
    const { out } = this.#parts;
    const { engaged } = agent;
    if (engaged === undefined || engaged.phase === "talking") return;
    const { caller } = engaged;
    this.#cancelRing(agent, engaged);
    out.touchCaller(caller);
    this.#unring(agent, engaged, 0);
  }

  waitOver(caller: Caller): void {
    // QCB-11: callbacks have a time of their own.
    if (caller.callback !== undefined && caller.callback.expiresAt > this.#now) return;
    // QUE-32: a caller who rings an agent is not interrupted.
    if (caller.phase === "waiting") this.#leave(caller, "timeout");
    else caller.expired = true;
  }

  announce(caller: Caller): void {
    const { queue, callId, phase } = caller;
    const { announce, callbacks } = queue.settings;
    if (caller.callback !== undefined) return;
    this.#announceAfter(caller, Math.max(LEAST_ANNOUNCE_SECONDS, announce.everySeconds));
    // QUE-50: not while phones ring.
    if (phase !== "waiting") return;
    const position = queue.line.indexOf(caller) + 1;
    this.#parts.out.decide({
      kind: "announce",
      callId,
      position: announce.position ? position : undefined,
      estimateMs: announce.wait ? estimateOf(queue, position) : undefined,
      callbackKey: callbacks.key,
    });
  }

  isWaiting(caller: Caller): boolean {
    return caller.phase !== "talking" && this.#callers.get(caller.callId) === caller;
  }

  placeOf(callId: string): KeptPlace | undefined {
    const caller = this.#callers.get(callId);
    if (caller === undefined || !isInLine(caller)) return undefined;
    const { queue, joinedAt, number, priority } = caller;
    return { queueId: queue.id, joinedAt, number, priority };
  }

  leaveAll(queue: Queue, why: "empty" | "removed"): void {
    const leaving = why === "removed" ? queue.line.callers : queue.looking.callers;
    for (const caller of leaving.slice())
      if (why === "removed" || caller.callback === undefined) this.#leave(caller, why);
  }

  #isEmpty(queue: Queue, rule: "joinWhenEmpty" | "leaveWhenEmpty"): boolean {
    return this.#parts.agents().isEmpty(queue, rule);
  }

  #setDeadlines(caller: Caller): void {
    const { maxWaitSeconds, announce, callbacks } = caller.queue.settings;
    if (maxWaitSeconds !== undefined)
      this.#parts.deadlines.add(this.#now + maxWaitSeconds * 1_000, { kind: "waitOver", caller });
    if (announce.position || announce.wait || callbacks.key !== undefined)
      this.#announceAfter(caller, Math.max(1, announce.firstSeconds));
  }

  #announceAfter(caller: Caller, seconds: number): void {
    this.#parts.deadlines.add(this.#now + seconds * 1_000, { kind: "announce", caller });
  }

  #engaged(callId: string, agentId: number): readonly [Agent?, Engagement?] {
    const agent = this.#parts.agents().get(agentId);
    return agent?.engaged?.caller.callId === callId ? [agent, agent.engaged] : [];
  }

  /** What the agent does after it is decided by how long they are left alone. */
  #release(agent: Agent, restMs: number): void {
    const { deadlines, agents } = this.#parts;
    agent.engaged = undefined;
    if (restMs > 0) {
      agent.restUntil = this.#now + restMs;
      deadlines.add(agent.restUntil, { kind: "agentFree", agent });
    }
    agents().refresh(agent);
  }

  #ringInVain(agent: Agent, engaged: Engagement, why: RingFailure): void {
    const { out, missed } = this.#parts;
    const { caller, member, since } = engaged;
    const row = rowOfFailure(why, this.#now - since);
    if (row !== undefined) out.write(about(caller, { agentId: agent.id }), row);
    if (why === "declined" || why === "unanswered") {
      member.missedCount += 1;
      missed(member);
    }
    this.#unring(agent, engaged, restMsOf(caller.queue));
  }

  /** A phone rang without an answer. The caller looks for another agent before this one is free again. */
  #unring(agent: Agent, { caller }: Engagement, restMs: number): void {
    const { looking } = caller.queue;
    caller.agents.delete(agent);
    caller.tried.add(agent);
    this.#parts.out.touchCaller(caller);
    if (caller.agents.size === 0) this.#waitOn(caller);
    this.#release(agent, restMs);
    if (looking.indexOf(caller) >= 0) this.serve(caller);
  }

  /** A caller who rings no phone any more continues to wait, or leaves if that was only postponed. */
  #waitOn(caller: Caller): void {
    caller.phase = "waiting";
    if (caller.callback !== undefined) this.callbacks.waitOn(caller, caller.callback);
    else if (caller.expired) this.#leave(caller, "timeout");
    else if (this.#isEmpty(caller.queue, "leaveWhenEmpty")) this.#leave(caller, "empty");
    else caller.queue.looking.add(caller);
  }

  /** QCB-12: a caller with an open callback has called again. Returns the agents who were rung. */
  #takeOver(before: Caller): readonly Agent[] {
    return this.#end(before, { event: "WITHDRAW", why: "called again", ...this.#placeOf(before) });
  }

  #leave(caller: Caller, why: "timeout" | "empty" | "removed"): void {
    const { callId, queue } = caller;
    const place = this.#placeOf(caller);
    this.#parts.out.decide({ kind: "leave", callId, why, to: queue.settings.overflowTo });
    if (why === "removed") return this.#finish(caller, { event: "WITHDRAW", why: QUEUE_REMOVED, ...place });
    this.#finish(caller, { event: why === "timeout" ? "EXITWITHTIMEOUT" : "EXITEMPTY", ...place });
  }

  #leaveBy(caller: Caller, how: CallerExit): void {
    const { callId, queue } = caller;
    const { exit } = queue.settings;
    const place = this.#placeOf(caller);
    switch (how.kind) {
      case "hungUp":
        return this.#finish(caller, { event: "ABANDON", ...place });
      case "withdrawn":
        return this.#finish(caller, { event: "WITHDRAW", why: how.why, ...place }, how.by);
      case "key":
        if (exit === undefined || exit.key !== how.key) return;
        this.#parts.out.decide({ kind: "leave", callId, why: "key", to: exit.to });
        return this.#finish(caller, { event: "EXITWITHKEY", key: how.key, ...place });
    }
  }

  #placeOf(caller: Caller) {
    const { queue, enteredAt, originalPosition } = caller;
    return { position: queue.line.indexOf(caller) + 1, originalPosition, waitMs: this.#now - enteredAt };
  }

  #cancelRing(agent: Agent, { caller, since }: Engagement): void {
    const { out } = this.#parts;
    out.write(about(caller, { agentId: agent.id }), { event: "RINGCANCELED", ringMs: this.#now - since });
    out.decide({ kind: "stopRinging", callId: caller.callId, agentId: agent.id, answered: false });
  }

  /** The caller leaves without an agent: the phones that ring for them stop. */
  #finish(caller: Caller, row: QueueLogEvent | undefined, by?: number): void {
    for (const agent of this.#end(caller, row, by)) this.#release(agent, 0);
  }

  /** Returns the agents who were rung; they are to be released. */
  #end(caller: Caller, row: QueueLogEvent | undefined, by?: number): readonly Agent[] {
    const rung = this.#stopRings(caller);
    this.#takeOut(caller, row, { by });
    this.#callers.delete(caller.callId);
    return rung;
  }

  /** Nobody is rung for the caller any more. Returns the agents who were; they are to be released. */
  #stopRings(caller: Caller): readonly Agent[] {
    const rung = [...caller.agents];
    for (const agent of rung) if (agent.engaged !== undefined) this.#cancelRing(agent, agent.engaged);
    caller.agents.clear();
    return rung;
  }

  #takeOut(
    caller: Caller,
    row: QueueLogEvent | undefined,
    who: { readonly agentId?: number; readonly by?: number | undefined },
  ) {
    const { out } = this.#parts;
    const { queue, callId } = caller;
    if (row !== undefined) out.write(about(caller, who), row);
    queue.line.remove(caller);
    queue.looking.remove(caller);
    if (caller.callback !== undefined) queue.callbacks.delete(caller.callback.number);
    out.change({ kind: "callerLeft", queueId: queue.id, callId });
  }

  #endTalk(caller: Caller, agent: Agent, how: TalkEnd): void {
    const { out, deadlines } = this.#parts;
    const { queue, callId, waitMs, connectedAt, originalPosition } = caller;
    const wrapUpMs = queue.settings.wrapUpSeconds * 1_000;
    const talkMs = this.#now - connectedAt;
    const talk = { waitMs, talkMs, originalPosition, ...(wrapUpMs === 0 ? {} : { wrapUpMs }) };
    out.write(about(caller, { agentId: agent.id }), rowOfEnd(how, talk));
    this.#callers.delete(callId);
    noteTalk(queue, talkMs);
    if (agent.engaged !== undefined) agent.engaged.member.lastCallAt = this.#now;
    agent.lastCallAt = this.#now;
    agent.wrapUpUntil = this.#now + wrapUpMs;
    if (wrapUpMs > 0) deadlines.add(agent.wrapUpUntil, { kind: "agentFree", agent });
    this.#release(agent, 0);
  }
}

const restMsOf = ({ settings }: Queue): number => Math.max(LEAST_REST_MS, settings.retrySeconds * 1_000);
