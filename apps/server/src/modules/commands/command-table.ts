import { bridgeInfo } from "./bridge.ts";
import { showChannels } from "./channels.ts";
import { type Carry, type CommandName } from "./command.ts";
import {
  letInMember,
  listConference,
  lockConference,
  muteMember,
  recordConference,
  removeMember,
} from "./conferences.ts";
import { setListening } from "./listening.ts";
import { showParkedCalls } from "./parked-calls.ts";
import { originate } from "./originate.ts";
import { pauseRecording, startRecording, stopRecording } from "./recording.ts";
import { logIn, logOff, pauseAgents, queueStatus, showQueues, withdrawCallback } from "./queue-status.ts";
import { redirect } from "./redirect.ts";
import { merge } from "./three-way.ts";
import { setVariable } from "./variable.ts";

/** Every command by name. realtime.policy.ts has their demands. */
export const COMMANDS: { readonly [Name in CommandName]: Carry<Name> } = {
  ParkedCalls: showParkedCalls,
  "queue show": showQueues,
  CoreShowChannels: showChannels,
  QueueStatus: queueStatus,
  QueuePause: pauseAgents,
  QueueWithdrawCaller: withdrawCallback,
  AgentLogin: logIn,
  AgentLogoff: logOff,
  ConfbridgeList: listConference,
  Originate: originate,
  redirect,
  merge,
  ConfbridgeKick: removeMember,
  ConfbridgeMute: muteMember,
  ConfbridgeLetIn: letInMember,
  ConfbridgeLock: lockConference,
  ConfbridgeRecord: recordConference,
  bridgeinfo: bridgeInfo,
  MixMonitor: startRecording,
  StopMixMonitor: stopRecording,
  MixMonitorMute: pauseRecording,
  ChanSpyMode: setListening,
  Setvar: setVariable,
};
