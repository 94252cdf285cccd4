import type { CommandFrame, Demand } from "@callpanel/contract";

/** RT-15: ringing one's own phones; inviting into a room; bringing a third into one's own call. */
export const ORIGINATE_DEMAND: Demand = { kind: "read", module: "click_to_dial" };
export const INVITE_DEMAND: Demand = { kind: "rule", module: "conferences", rule: "execute_confinvite" };
export const THREE_WAY_DEMAND: Demand = { kind: "read", module: "active_calls" };

/** RT-8: what a command demands (spec 1 §6). */
export const COMMAND_DEMANDS: Readonly<Record<CommandFrame["command"], Demand>> = {
  ParkedCalls: { kind: "read", module: "parkings" },
  "queue show": { kind: "read", module: "queues" },
  CoreShowChannels: { kind: "rule", module: "panel_buddies", rule: "show_call_state" },
  QueueStatus: { kind: "read", module: "queues" },
  ConfbridgeList: { kind: "read", module: "conferences" },
  Originate: { kind: "any", of: [ORIGINATE_DEMAND, INVITE_DEMAND, THREE_WAY_DEMAND] },
  redirect: { kind: "read", module: "active_calls" },
  bridgeinfo: { kind: "read", module: "active_calls" },
  MixMonitor: { kind: "rule", module: "active_calls", rule: "execute_record" },
  StopMixMonitor: { kind: "rule", module: "active_calls", rule: "execute_record" },
  MixMonitorMute: { kind: "rule", module: "active_calls", rule: "execute_record" },
  ChanSpyMode: { kind: "rule", module: "active_calls", rule: "execute_callspy" },
  Setvar: { kind: "read", module: "active_calls" },
};
