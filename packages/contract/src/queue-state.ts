/** The live state of a queue (spec 1 §3): in lists, in snapshots, in events and in the answers to QueueStatus. */
import * as z from "zod/mini";

const ms = z.number(); // since epoch

/** Device states of the phone system's manager interface; 6 is ringing (spec 1 §4). */
export const QUEUE_AGENT_STATUS = { idle: 1, talking: 2, offline: 5, ringing: 6, wrapup: 1, paused: 1 } as const;
export const QUEUE_AGENT_STATES = ["idle", "ringing", "talking", "wrapup", "paused", "offline"] as const;

/** The causes of pauses. */
export const PAUSE_CODES = ["lunch_break", "break", "wrap_up_time", "meeting", "clock_out"] as const;
export type PauseCode = (typeof PAUSE_CODES)[number];

/** An agent in one queue. */
export const queueAgentSchema = z.object({
  /** Extension and name. */
  exten: z.string(),
  name: z.string(),
  penalty: z.number(),
  /** Logged in by code or in the panel, not configured. */
  dynamic: z.boolean(),
  /** Of `QUEUE_AGENT_STATUS`. */
  status: z.number(),
  state: z.enum(QUEUE_AGENT_STATES),
  /** When the state began. */
  since: ms,
  ringing: z.boolean(),
  paused: z.boolean(),
  /** Empty: not paused, or no cause was given. */
  pausedReason: z.string(),
  pausedAt: z.nullable(ms),
  /** Of this queue, today. */
  callsTaken: z.number(),
  lastCall: z.nullable(ms),
  /** Missed in a row. */
  missed: z.number(),
  /** How long the phone rang before the agent answered the last call, in seconds; null before the first one. */
  responseDelay: z.nullable(z.number()),
  /** The queue call that rings or is in progress, of this or another queue. */
  callid: z.nullable(z.string()),
});
export type QueueAgent = z.infer<typeof queueAgentSchema>;

/** A waiting caller. Number and name are empty without `show_caller_id_info` on everybody. */
export const queueCallerSchema = z.object({
  callid: z.string(),
  /** The caller's leg. */
  channel: z.string(),
  callerNumber: z.string(),
  callerName: z.string(),
  /** 1 is the next one. */
  position: z.number(),
  enteredAt: ms,
  /** Seconds until now. */
  wait: z.number(),
  /** Extensions of the agents whose phones ring for this caller. */
  ringing: z.array(z.string()),
  /** The caller has hung up and is called back in turn; `attempts`: how often that was tried. */
  callback: z.optional(z.object({ attempts: z.number() })),
});
export type QueueCaller = z.infer<typeof queueCallerSchema>;

/** Callers who joined since midnight of the server's time zone; what the figures mean is in docs/spec/queue-board.md. */
export const queueSummarySchema = z.object({
  /** Mean wait in seconds of all who were answered or gave up. */
  holdtime: z.number(),
  completed: z.number(),
  abandoned: z.number(),
  /** Percent of the callers who have left the line who were answered within the target; null without one. */
  serviceLevel: z.nullable(z.number()),
  /** Seconds. */
  target: z.number(),
  agents: z.number(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

export const queueStateSchema = z.object({
  realm: z.string(),
  /** Its number, which is also its id in rights. */
  queue: z.string(),
  name: z.string(),
  summary: queueSummarySchema,
  /** In the order of their positions. */
  waiting: z.array(queueCallerSchema),
  agents: z.array(queueAgentSchema),
});
export type QueueState = z.infer<typeof queueStateSchema>;
