/** Events of queues and their waiting callers (docs/spec/queue-log.md). */
import * as z from "zod/mini";
import { queueAgentSchema, queueCallerSchema, queueSummarySchema } from "../queue-state.ts";

export const queueEventNames = [
  "ABANDON",
  "ADDMEMBER",
  "COMPLETEAGENT",
  "COMPLETECALLER",
  "CONFIGRELOAD",
  "CONNECT",
  "ENTERQUEUE",
  "EXITEMPTY",
  "EXITWITHKEY",
  "EXITWITHTIMEOUT",
  "PAUSE",
  "PAUSED",
  "QUEUESTART",
  "REMOVEMEMBER",
  "RINGCANCELED",
  "RINGNOANSWER",
  "UNPAUSE",
  "UNPAUSED",
  "AGENTLOGIN",
  "AGENTLOGOFF",
  "ATTENDEDTRANSFER",
  "BLINDTRANSFER",
  "AGENTDUMP",
  "SYSCOMPAT",
  "PAUSEALL",
  "UNPAUSEALL",
  "PENALTY",
  "RINGINUSE",
  "WITHDRAW",
  "OUTCALL",
] as const;
/** Changes that leave no row in the queue log: an agent's state, a figure, the queue itself. */
export const queueStateEventNames = ["MEMBER", "MEMBERGONE", "PARAMS", "REMOVED"] as const;
/** What happened in a queue, by the names of the queue log (docs/spec/queue-log.md), or a change of its state. */
export const queueEventSchema = z.object({
  action: z.literal("QUEUE"),
  realm: z.string(),
  /** Its number; empty: all queues. */
  queue: z.string(),
  event: z.enum([...queueEventNames, ...queueStateEventNames]),
  callid: z.optional(z.string()),
  /** Extension. */
  agent: z.optional(z.string()),
  cause: z.optional(z.string()),
  /** Seconds. */
  holdtime: z.optional(z.number()),
  position: z.optional(z.number()),
  /** Of MEMBER: the agent from now on. */
  member: z.optional(queueAgentSchema),
  /** Of PARAMS. */
  name: z.optional(z.string()),
  summary: z.optional(queueSummarySchema),
});
/** A caller joins the line, changes (position, phones that ring), or leaves it. Callers behind one who joins or leaves move by one without an event of their own. */
export const queueChannelEventSchema = z.object({
  action: z.literal("QUEUECHAN"),
  realm: z.string(),
  queue: z.string(),
  event: z.enum(["join", "change", "leave"]),
  ...queueCallerSchema.shape,
});
/** The missed callers of a queue have changed (`listMissedCallers`). */
export const missedCallersEventSchema = z.object({
  action: z.literal("QUEUEMISSED"),
  realm: z.string(),
  /** Its number. */
  queue: z.string(),
});
