/** The members of each queue, paused or not, as configured and as ordered (rules QUE-60 to QUE-69). */
import type {
  OpenQueueLog,
  QueueLogEvent,
  QueueMemberSettings,
  QueueOrder,
  QueueRefusal,
  QueueSettings,
} from "@callpanel/phone-port";
import type { Agents } from "./agents.ts";
import type { Callers } from "./callers.ts";
import type { QueueEvent } from "./engine.port.ts";
import { createLine } from "./line.ts";
import type { Outbox } from "./outbox.ts";
import { finishStays, recall } from "./past-calls.ts";
import type { Agent, Member, Queue } from "./state.ts";

type Of<K extends QueueEvent["kind"]> = Extract<QueueEvent, { kind: K }>;

export interface Members {
  configure(queues: readonly QueueSettings[]): void;
  resume(open: OpenQueueLog): void;
  takeOver(open: OpenQueueLog): void;
  refusalOf(order: QueueOrder): QueueRefusal | undefined;
  /** Carries out an order that is not refused. */
  order(order: QueueOrder): void;
  /** A member has missed a call. */
  missed(member: Member): void;
  beginDay(): void;
}

interface MembersParts {
  readonly now: () => number;
  readonly out: Outbox;
  readonly queues: Map<string, Queue>;
  readonly agents: Agents;
  readonly callers: Callers;
}

/** The reason of a pause that the queue itself orders (QUE-66). */
export const AUTO_PAUSE = "auto";

export const createMembers = (parts: MembersParts): Members => new QueueMembers(parts);

class QueueMembers implements Members {
  readonly #parts: MembersParts;
  /** Queues that an agent can log in to by code. */
  readonly #loginQueues = new Map<number, Set<string>>();
  #places = 0;
  /** Before, it is not known what the log has. */
  #resumed = false;

  constructor(parts: MembersParts) {
    this.#parts = parts;
  }

  configure(settings: readonly QueueSettings[]): void {
    const { queues, out } = this.#parts;
    const ids = new Set(settings.map(({ id }) => id));
    for (const queue of queues.values()) if (!ids.has(queue.id)) this.#removeQueue(queue);
    this.#loginQueues.clear();
    for (const one of settings) {
      const known = queues.get(one.id);
      for (const { agentId, login } of one.members) {
        this.#parts.agents.of(agentId);
        if (login === "byCode")
          this.#loginQueues.set(agentId, (this.#loginQueues.get(agentId) ?? new Set()).add(one.id));
      }
      if (known === undefined) this.#setUp(this.#createQueue(one), one);
      else if (JSON.stringify(known.settings) !== JSON.stringify(one)) {
        out.write({ queueId: one.id }, { event: "CONFIGRELOAD" });
        this.#setUp(known, one);
      }
    }
  }

  resume(open: OpenQueueLog): void {
    const { queues } = this.#parts;
    this.takeOver(open);
    for (const talk of open.talks) recall(this.#parts, talk);
    this.#parts.out.write({}, { event: "QUEUESTART" });
    this.#resumed = true;
    // QLOG-9: the agents who have been listed since the log was last written.
    const logged = new Set(open.members.map(({ queueId, agentId }) => `${agentId} ${queueId}`));
    for (const queue of queues.values())
      for (const member of queue.members.values())
        if (!logged.has(`${member.agent.id} ${queue.id}`)) this.#noteListed(member);
  }

  takeOver(open: OpenQueueLog): void {
    finishStays(this.#parts, open);
    this.#resumeMembers(open);
  }

  beginDay(): void {
    const { out, queues } = this.#parts;
    for (const { members } of queues.values())
      for (const member of members.values()) {
        member.callsTaken = 0;
        out.touchMember(member);
      }
  }

  refusalOf(order: QueueOrder): QueueRefusal | undefined {
    const agent = this.#parts.agents.get(order.agentId);
    switch (order.kind) {
      case "pause":
      case "unpause":
        if (order.queueId === undefined) return (agent?.memberships.size ?? 0) === 0 ? "noQueue" : undefined;
        return this.#refusalIn(order.queueId, order.agentId);
      case "addMember": {
        const why = this.#refusalIn(order.queueId, order.agentId);
        if (why === "unknownQueue") return why;
        return why === "notMember" ? undefined : "alreadyMember";
      }
      case "removeMember": {
        const why = this.#refusalIn(order.queueId, order.agentId);
        if (why !== undefined) return why;
        return agent?.memberships.get(order.queueId)?.dynamic === false ? "static" : undefined;
      }
      case "setPenalty":
      case "setRingInUse":
        return this.#refusalIn(order.queueId, order.agentId);
      case "logIn": {
        const wanted = this.#loginQueues.get(order.agentId);
        if (wanted === undefined) return "noQueue";
        return [...wanted].every((id) => agent?.memberships.has(id) === true) ? "alreadyMember" : undefined;
      }
      case "logOff":
        return agent !== undefined && dynamicOf(agent).length > 0 ? undefined : "noQueue";
    }
  }

  order(order: QueueOrder): void {
    const { queues, agents } = this.#parts;
    const agent = agents.of(order.agentId);
    const member = "queueId" in order ? agent.memberships.get(order.queueId ?? "") : undefined;
    const { by } = order;
    switch (order.kind) {
      case "pause":
      case "unpause":
        return this.#pauseBy(agent, member, order);
      case "addMember": {
        const queue = queues.get(order.queueId);
        if (queue !== undefined) this.#logInTo(queue, agent, order.penalty, by);
        return;
      }
      case "removeMember":
        if (member !== undefined) this.#logOut([member], by);
        return;
      case "setPenalty":
        if (member !== undefined) member.penalty = order.penalty;
        this.#note(member, by, { event: "PENALTY", penalty: order.penalty });
        return agents.refresh(agent);
      case "setRingInUse":
        if (member !== undefined) member.ringInUse = order.ringInUse;
        this.#note(member, by, { event: "RINGINUSE", ringInUse: order.ringInUse });
        return agents.refresh(agent);
      case "logIn":
        for (const id of this.#loginQueues.get(agent.id) ?? []) {
          const queue = queues.get(id);
          const wanted = queue?.settings.members.find(({ agentId }) => agentId === agent.id);
          if (queue !== undefined && !queue.members.has(agent.id))
            this.#logInTo(queue, agent, wanted?.penalty ?? 0, by);
        }
        return;
      case "logOff":
        return this.#logOut(dynamicOf(agent), by);
    }
  }

  missed(member: Member): void {
    const { settings } = member.queue;
    const { autoPauseAfter, autoPauseScope } = settings;
    if (autoPauseAfter === undefined || member.missedCount < autoPauseAfter || member.paused !== undefined) return;
    const { agent } = member;
    const order = { kind: "pause", agentId: agent.id, reason: AUTO_PAUSE } as const;
    this.#pauseBy(agent, autoPauseScope === "queue" ? member : undefined, order);
  }

  /** QUE-72: agents who had logged in are logged in, and pauses stay; entries about members who are no longer there end. */
  #resumeMembers({ logins, members, pauses }: OpenQueueLog): void {
    const { out, queues, agents } = this.#parts;
    for (const [agentId, at] of logins) agents.of(agentId).loggedInAt = at;
    const gone = members.filter(({ queueId, agentId, penalty, always }) => {
      const queue = queues.get(queueId);
      if (queue?.members.has(agentId) === true) return false;
      if (queue === undefined || always === true) return true;
      this.#join(queue, { agentId, penalty, dynamic: true });
      return false;
    });
    for (const { queueId, agentId, reason, at } of pauses) {
      const member = queues.get(queueId)?.members.get(agentId);
      if (member === undefined) out.write({ queueId, agentId }, { event: "UNPAUSE", reason });
      else {
        member.paused = { reason, since: at };
        agents.refresh(member.agent);
      }
    }
    for (const { queueId, agentId } of gone) out.write({ queueId, agentId }, { event: "REMOVEMEMBER" });
  }

  #refusalIn(queueId: string, agentId: number): "unknownQueue" | "notMember" | undefined {
    const queue = this.#parts.queues.get(queueId);
    if (queue === undefined) return "unknownQueue";
    return queue.members.has(agentId) ? undefined : "notMember";
  }

  #createQueue(settings: QueueSettings): Queue {
    const { queues, now } = this.#parts;
    const queue: Queue = {
      id: settings.id,
      settings,
      line: createLine(),
      looking: createLine(),
      callbacks: new Map(),
      members: new Map(),
      available: new Set(),
      lastRung: -1,
      counts: { present: 0, active: 0 },
      none: { present: now(), active: now() },
      serviceMs: undefined,
    };
    queues.set(queue.id, queue);
    return queue;
  }

  #setUp(queue: Queue, settings: QueueSettings): void {
    const { agents, out } = this.#parts;
    const { number, name } = settings;
    const isNew = queue.settings === settings;
    if (isNew || queue.settings.number !== number || queue.settings.name !== name)
      out.change({ kind: "queueChanged", queueId: queue.id, number, name });
    queue.settings = settings;
    const wanted = new Map(settings.members.filter(({ login }) => login === "always").map((one) => [one.agentId, one]));
    for (const member of queue.members.values())
      if (!member.dynamic && !wanted.has(member.agent.id)) this.#unlist(member);
    for (const one of wanted.values()) this.#keep(queue, one);
    for (const { agent } of queue.members.values()) agents.refresh(agent);
    // A rule about empty queues may be new.
    agents.watchEmpty(queue);
  }

  /** A configured member is there, in the order of the list. */
  #keep(queue: Queue, { agentId, penalty, ringInUse }: QueueMemberSettings): void {
    const known = queue.members.get(agentId);
    const member = known ?? this.#join(queue, { agentId, penalty, dynamic: false });
    if (known === undefined && this.#resumed) this.#noteListed(member);
    this.#places += 1;
    member.place = this.#places;
    if (member.dynamic) return;
    member.penalty = penalty;
    member.ringInUse = ringInUse;
  }

  #join(
    queue: Queue,
    { agentId, penalty, dynamic }: { readonly agentId: number; readonly penalty: number; readonly dynamic: boolean },
  ): Member {
    const agent = this.#parts.agents.of(agentId);
    this.#places += 1;
    const member: Member = {
      queue,
      agent,
      place: this.#places,
      penalty,
      ringInUse: undefined,
      dynamic,
      paused: undefined,
      callsTaken: 0,
      lastCallAt: undefined,
      missedCount: 0,
      counted: { present: false, active: false },
      told: { text: "", state: "", since: this.#parts.now() },
    };
    queue.members.set(agentId, member);
    agent.memberships.set(queue.id, member);
    this.#parts.agents.refresh(agent);
    return member;
  }

  #part(member: Member): void {
    const { agents, callers, out } = this.#parts;
    const { queue, agent } = member;
    queue.members.delete(agent.id);
    agent.memberships.delete(queue.id);
    agents.recount(member);
    out.change({ kind: "agentLeft", queueId: queue.id, agentId: agent.id });
    if (agent.engaged?.member === member) callers.callOff(agent);
    agents.refresh(agent);
  }

  #noteListed(member: Member): void {
    this.#note(member, undefined, { event: "ADDMEMBER", penalty: member.penalty, paused: false, always: true });
  }

  /** A static member is no longer listed. */
  #unlist(member: Member): void {
    if (member.paused !== undefined) this.#note(member, undefined, { event: "UNPAUSE", reason: member.paused.reason });
    this.#note(member, undefined, { event: "REMOVEMEMBER" });
    this.#part(member);
  }

  #removeQueue(queue: Queue): void {
    const { queues, callers, out } = this.#parts;
    queues.delete(queue.id);
    for (const member of queue.members.values()) {
      if (member.dynamic) this.#logOut([member], undefined);
      else this.#unlist(member);
    }
    callers.leaveAll(queue, "removed");
    out.change({ kind: "queueRemoved", queueId: queue.id });
  }

  #logInTo(queue: Queue, agent: Agent, penalty: number, by: number | undefined): void {
    if (agent.loggedInAt === undefined) {
      agent.loggedInAt = this.#parts.now();
      this.#parts.out.write({ agentId: agent.id, ...byOf(by) }, { event: "AGENTLOGIN" });
    }
    const about = { queueId: queue.id, agentId: agent.id, ...byOf(by) };
    this.#parts.out.write(about, { event: "ADDMEMBER", penalty, paused: false });
    this.#join(queue, { agentId: agent.id, penalty, dynamic: true });
  }

  #logOut(members: readonly Member[], by: number | undefined): void {
    const { out, now } = this.#parts;
    for (const member of members) {
      const { agent } = member;
      if (member.paused !== undefined) this.#note(member, by, { event: "UNPAUSE", reason: member.paused.reason });
      this.#note(member, by, { event: "REMOVEMEMBER" });
      this.#part(member);
      if (agent.loggedInAt === undefined || dynamicOf(agent).length > 0) continue;
      const loginMs = now() - agent.loggedInAt;
      agent.loggedInAt = undefined;
      out.write({ agentId: agent.id, ...byOf(by) }, { event: "AGENTLOGOFF", loginMs });
    }
  }

  /** `member` undefined: in all queues. */
  #pauseBy(agent: Agent, member: Member | undefined, { kind, reason, by }: Omit<Of<"pause" | "unpause">, "agentId">) {
    const { out, agents } = this.#parts;
    const members = member === undefined ? [...agent.memberships.values()] : [member];
    if (member === undefined) {
      const event = kind === "pause" ? "PAUSEALL" : "UNPAUSEALL";
      out.write({ agentId: agent.id, ...byOf(by) }, { event, reason });
    }
    for (const one of members) {
      if (kind === "pause") this.#pause(one, reason, by);
      else this.#unpause(one, reason, by);
    }
    // QUE-26: an agent who reports that they are back is back.
    if (kind === "unpause") agent.wrapUpUntil = 0;
    agents.refresh(agent);
  }

  #pause(member: Member, reason: string, by: number | undefined): void {
    if (member.paused?.reason === reason) return;
    if (member.paused !== undefined) this.#note(member, by, { event: "UNPAUSE", reason: member.paused.reason });
    member.paused = { reason, since: this.#parts.now() };
    this.#note(member, by, { event: "PAUSE", reason });
  }

  #unpause(member: Member, reason: string, by: number | undefined): void {
    if (member.paused === undefined) return;
    this.#note(member, by, { event: "UNPAUSE", reason: reason === "" ? member.paused.reason : reason });
    member.paused = undefined;
    member.missedCount = 0;
  }

  #note(member: Member | undefined, by: number | undefined, event: QueueLogEvent): void {
    if (member === undefined) return;
    this.#parts.out.write({ queueId: member.queue.id, agentId: member.agent.id, ...byOf(by) }, event);
  }
}

const byOf = (by: number | undefined) => (by === undefined ? {} : { by });
const dynamicOf = ({ memberships }: Agent): readonly Member[] =>
  [...memberships.values()].filter(({ dynamic }) => dynamic);
