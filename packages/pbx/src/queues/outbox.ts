/** Collects what one step of the queue engine decides, writes and changes. */
import type { QueueChange, QueueLogEvent, QueueLogRow } from "@callpanel/phone-port";
import type { QueueDecision, QueueStep } from "./engine.port.ts";
import type { Caller, Member } from "./state.ts";
import { agentView, callerView } from "./views.ts";

/** The person and the thing that a row is about. */
interface About {
  readonly queueId?: string | undefined;
  readonly callId?: string | undefined;
  readonly agentId?: number | undefined;
  readonly by?: number | undefined;
}

export interface Outbox {
  decide(decision: QueueDecision): void;
  write(about: About, event: QueueLogEvent): void;
  change(change: QueueChange): void;
  /** Their views may have changed. */
  touchCaller(caller: Caller): void;
  touchMember(member: Member): void;
  /** Returns everything since the last time. */
  flush(now: number): QueueStep;
}

export function createOutbox({ realm, now }: { readonly realm: string; readonly now: () => number }): Outbox {
  let decisions: QueueDecision[] = [];
  let rows: QueueLogRow[] = [];
  let changes: QueueChange[] = [];
  const callers = new Set<Caller>();
  const members = new Set<Member>();

  const notifyMember = (member: Member, at: number): void => {
    const { queue, agent, told } = member;
    if (queue.members.get(agent.id) !== member) return;
    const view = agentView(member, at);
    const text = JSON.stringify(view);
    if (text === told.text) return;
    told.text = text;
    told.state = view.state;
    told.since = view.since;
    changes.push({ kind: "agentChanged", queueId: queue.id, agent: view });
  };

  return {
    decide: (decision) => void decisions.push(decision),
    write: (about, event) => void rows.push({ at: now(), realm, ...about, ...event }),
    change: (change) => void changes.push(change),
    touchCaller: (caller) => void callers.add(caller),
    touchMember: (member) => void members.add(member),
    flush: (at) => {
      for (const caller of callers)
        if (caller.queue.line.indexOf(caller) >= 0)
          changes.push({ kind: "callerChanged", queueId: caller.queue.id, caller: callerView(caller) });
      for (const member of members) notifyMember(member, at);
      callers.clear();
      members.clear();
      const step = { decisions, rows, changes };
      [decisions, rows, changes] = [[], [], []];
      return step;
    },
  };
}
