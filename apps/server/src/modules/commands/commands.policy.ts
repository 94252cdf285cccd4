import type { CommandFrame, Demand } from "@callpanel/contract";

const READS_CALLS: Demand = { kind: "read", module: "active_calls" };
const READS_CONFERENCES: Demand = { kind: "read", module: "conferences" };
/** Members who came as admins may have no right on conferences. */
const LEADS_CONFERENCE: Demand = {
  kind: "any",
  of: [
    READS_CALLS,
    { kind: "write", module: "conferences" },
    { kind: "ruleOnSome", module: "conferences", rule: "write_for" },
  ],
};
const READS_QUEUES: Demand = { kind: "read", module: "queues" };
const RECORDS: Demand = { kind: "ruleOnSome", module: "active_calls", rule: "execute_record" };

/** RT-8: without these rights a command is refused unread (spec 1 §6). `mayDo` decides about the command's target. */
export const COMMAND_DEMANDS: Readonly<Record<CommandFrame["command"], Demand>> = {
  ParkedCalls: { kind: "read", module: "parkings" },
  "queue show": READS_QUEUES,
  CoreShowChannels: { kind: "ruleOnSome", module: "panel_buddies", rule: "show_call_state" },
  QueueStatus: READS_QUEUES,
  QueuePause: READS_QUEUES,
  QueueWithdrawCaller: { kind: "ruleOnSome", module: "queues", rule: "execute_redirect_user" },
  AgentLogin: READS_QUEUES,
  AgentLogoff: READS_QUEUES,
  ConfbridgeList: READS_CONFERENCES,
  Originate: {
    kind: "any",
    of: [
      { kind: "read", module: "click_to_dial" },
      { kind: "ruleOnSome", module: "conferences", rule: "execute_callconference" },
      { kind: "ruleOnSome", module: "conferences", rule: "execute_confinvite" },
      READS_CALLS,
    ],
  },
  redirect: {
    kind: "any",
    of: [
      READS_CALLS,
      { kind: "ruleOnSome", module: "queues", rule: "execute_redirect_self" },
      { kind: "ruleOnSome", module: "queues", rule: "execute_redirect_user" },
    ],
  },
  merge: READS_CALLS,
  ConfbridgeKick: LEADS_CONFERENCE,
  ConfbridgeMute: { kind: "any", of: [READS_CALLS, READS_CONFERENCES] },
  ConfbridgeLetIn: LEADS_CONFERENCE,
  ConfbridgeLock: LEADS_CONFERENCE,
  ConfbridgeRecord: RECORDS,
  bridgeinfo: READS_CALLS,
  MixMonitor: RECORDS,
  StopMixMonitor: RECORDS,
  MixMonitorMute: RECORDS,
  ChanSpyMode: { kind: "ruleOnSome", module: "active_calls", rule: "execute_callspy" },
  Setvar: READS_CALLS,
};
