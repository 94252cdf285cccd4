import { QUEUE_AGENT_STATUS } from "@callpanel/contract";
import type {
  CallView,
  PhoneEvent,
  PhoneSystem,
  QueueAgentView,
  QueueCallerView,
  QueueChange,
  QueueView,
} from "@callpanel/phone-port";
import type { LiveAgent, QueueAction, QueueBoard, QueueConfigurations, QueueToday } from "../../queues/index.ts";
import type { Subscriber } from "../../directory/index.ts";

export interface QueueFeedDeps {
  readonly phone: Pick<PhoneSystem, "snapshot" | "subscribe">;
  readonly board: Pick<QueueBoard, "apply">;
  readonly configurations: Pick<QueueConfigurations, "of" | "subscribe">;
  /** Undefined for a removed user. */
  readonly subscriber: (userId: number) => Subscriber | undefined;
  /** The figures with which a queue begins. */
  readonly todayOf: (queueId: string) => QueueToday;
  readonly realm: string;
}

/** Keeps the board of queues in sync with the phone system. @returns stops it */
export function feedQueueBoard(deps: QueueFeedDeps): () => void {
  const { phone, board, configurations, subscriber, realm, todayOf } = deps;
  const calls = new Map<string, CallView>();
  const extenOf = (userId: number): string => subscriber(userId)?.extension ?? "";
  const agentOf = (view: QueueAgentView): LiveAgent | undefined => liveAgent(view, subscriber(view.agentId));
  /** A caller who is called back has no leg. */
  const callerOf = ({ callId, caller, enteredAt, ringing, callback }: QueueCallerView) => ({
    callid: callId,
    callerNumber: caller.number,
    callerName: caller.name,
    enteredAt,
    ringing: ringing.map(extenOf),
    ...(callback === undefined ? {} : { callback: { attempts: callback.attempts }, channel: "" }),
  });
  /** Callers in lines, with their legs. A caller whose phone comes back has another one (RFC 3891). */
  const waiting = new Map<string, { readonly queueId: string; view: QueueCallerView; channel: string }>();
  const joiningCaller = (view: QueueCallerView) => ({ channel: waitingLeg(calls.get(view.callId)), ...callerOf(view) });
  const configure = (queueId: string, name: string): void => {
    const found = configurations.of(realm).find(({ number }) => number === queueId);
    const targetSeconds = found?.configuration.serviceLevelSeconds;
    if (targetSeconds !== undefined)
      board.apply({ kind: "configured", realm, queueId, name, targetSeconds, today: todayOf(queueId) });
  };
  const actionOf = (change: QueueChange): QueueAction | undefined => {
    const { queueId } = change;
    switch (change.kind) {
      case "callerJoined":
        waiting.set(change.caller.callId, {
          queueId,
          view: change.caller,
          channel: waitingLeg(calls.get(change.caller.callId)),
        });
        return { kind: "callerJoined", realm, queueId, index: change.index, caller: joiningCaller(change.caller) };
      case "callerChanged": {
        const known = waiting.get(change.caller.callId);
        if (known !== undefined) known.view = change.caller;
        return { kind: "callerChanged", realm, queueId, caller: callerOf(change.caller) };
      }
      case "callerLeft":
        waiting.delete(change.callId);
        return { kind: "callerLeft", realm, queueId, callid: change.callId };
      case "agentChanged": {
        const agent = agentOf(change.agent);
        return agent && { kind: "agentChanged", realm, queueId, agent };
      }
      case "agentLeft":
        return { kind: "agentLeft", realm, queueId, userId: change.agentId };
      case "queueRemoved":
        return { kind: "removed", realm, queueId };
      case "queueChanged":
        return undefined;
    }
  };
  const followLeg = (call: CallView): void => {
    const caller = waiting.get(call.id);
    const channel = waitingLeg(call);
    if (caller === undefined || caller.view.callback !== undefined || channel === "" || channel === caller.channel)
      return;
    caller.channel = channel;
    const changed = { ...callerOf(caller.view), channel };
    board.apply({ kind: "callerChanged", realm, queueId: caller.queueId, caller: changed });
  };
  const take = (event: PhoneEvent): void => {
    if (event.kind === "queueChanged") {
      const { change } = event;
      if (change.kind === "queueChanged") configure(change.queueId, change.name);
      const action = actionOf(change);
      if (action !== undefined) board.apply(action);
    } else if (event.kind === "queueLogged") {
      const { row } = event;
      const exten = row.agentId === undefined ? undefined : extenOf(row.agentId);
      board.apply({ kind: "logged", realm: event.realm, row, exten });
    } else if (event.kind === "callEnded") calls.delete(event.call.id);
    else if ("call" in event) {
      calls.set(event.call.id, event.call);
      followLeg(event.call);
    }
  };
  const open = ({ id, name, waiting, agents }: QueueView): void => {
    configure(id, name);
    for (const change of [
      ...agents.map((agent) => ({ kind: "agentChanged" as const, queueId: id, agent })),
      ...waiting.map((caller, index) => ({ kind: "callerJoined" as const, queueId: id, index, caller })),
    ]) {
      const action = actionOf(change);
      if (action !== undefined) board.apply(action);
    }
  };
  const stops = [
    phone.subscribe(take),
    // A changed target alone is nothing that the phone system would report.
    configurations.subscribe(() => {
      for (const { number, name } of configurations.of(realm)) configure(number, name);
    }),
  ];
  const now = phone.snapshot();
  for (const call of now.calls) calls.set(call.id, call);
  now.queues?.forEach(open);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Undefined for a removed person. */
function liveAgent(view: QueueAgentView, person: Subscriber | undefined): LiveAgent | undefined {
  if (person === undefined) return undefined;
  const { agentId, state, paused } = view;
  return {
    userId: agentId,
    exten: person.extension,
    name: person.displayName,
    penalty: view.penalty,
    dynamic: view.dynamic,
    status: QUEUE_AGENT_STATUS[state],
    state,
    since: view.since,
    ringing: state === "ringing",
    paused: paused !== undefined,
    pausedReason: paused?.reason ?? "",
    pausedAt: paused?.since ?? null,
    callsTaken: view.callsTaken,
    lastCall: view.lastCallAt ?? null,
    missed: view.missedCount,
    responseDelay: null,
    callid: view.callId ?? null,
  };
}

/** The leg that waits: the only one of the call that has not ended. */
const waitingLeg = (call: CallView | undefined): string => call?.legs.find(({ state }) => state !== "ended")?.id ?? "";
