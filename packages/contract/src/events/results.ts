/** What the commands of the realtime connection answer, by their names; most say only that it was done. */
import * as z from "zod/mini";
import { conferenceMemberSchema } from "../conference-state.ts";
import { shownChannelsSchema } from "./calls.ts";
import { parkedCallSchema } from "./parking.ts";
import { queueStateSchema } from "../queue-state.ts";
import type { CommandFrame } from "./frames.ts";

const done = z.optional(z.undefined());

export const commandResultSchemas = {
  ParkedCalls: z.array(parkedCallSchema),
  /** The queues that the sender may see, by number; with `queue` only this one. QueueStatus answers the same. */
  "queue show": z.array(queueStateSchema),
  CoreShowChannels: shownChannelsSchema,
  QueueStatus: z.array(queueStateSchema),
  QueuePause: done,
  QueueWithdrawCaller: done,
  AgentLogin: done,
  AgentLogoff: done,
  ConfbridgeList: z.array(conferenceMemberSchema),
  /** The call that rings; events report it from then on. */
  Originate: z.object({ callid: z.string() }),
  redirect: done,
  merge: done,
  ConfbridgeKick: done,
  ConfbridgeMute: done,
  ConfbridgeLetIn: done,
  ConfbridgeLock: done,
  ConfbridgeRecord: done,
  /** The far end's leg, where there is exactly one. */
  bridgeinfo: z.object({ bridgeid: z.string(), bridgePeer: z.nullable(z.string()) }),
  MixMonitor: done,
  StopMixMonitor: done,
  MixMonitorMute: done,
  ChanSpyMode: done,
  Setvar: done,
} as const satisfies Record<CommandFrame["command"], unknown>;

export type CommandResults = {
  readonly [Name in CommandFrame["command"]]: z.infer<(typeof commandResultSchemas)[Name]>;
};
