/** Queues: their configuration, their state for dashboards (docs/spec/queues.md). The log is `queue-log.ts`. */
import type { MaybePromise, Party, SpokenLanguage } from "./ports.ts";
import type { QueueLog } from "./queue-log.ts";

/**
 * Which free agent is rung: all of them at once; the one whose last queue call ended longest ago; the one with the
 * fewest calls of this queue; any; the next one after the agent rung last; always the first in the list; any, a higher
 * penalty less often.
 */
export type QueueStrategy =
  | "ringAll"
  | "leastRecent"
  | "fewestCalls"
  | "random"
  | "roundRobin"
  | "linear"
  | "weightedRandom";

/** When a queue counts as empty: never; no agent has a phone; every agent is paused or has no phone (QUE-40). */
export type EmptyRule = "never" | "noAgents" | "noActiveAgents";

/** Where a caller goes who leaves a queue without an agent: a number, resolved with the company's rights. */
type QueueExit = string;

export interface QueueMemberSettings {
  /** The agent's user id. */
  readonly agentId: number;
  /** Agents with a lower penalty are rung first; 0 is the default. */
  readonly penalty: number;
  /** `always`: static; `byCode`: may log in with *45 or from the panel. */
  readonly login: "always" | "byCode";
  /** Overrides that of the queue. */
  readonly ringInUse?: boolean | undefined;
}

export interface QueueAnnouncements {
  readonly position: boolean;
  readonly wait: boolean;
  /** The first one comes this long after joining, at least 1. */
  readonly firstSeconds: number;
  /** At least 10. */
  readonly everySeconds: number;
}

/** Callers who are called back and keep their place (docs/spec/queue-callbacks.md). */
export interface QueueCallbacks {
  /** With this key a caller asks for it; undefined: no new ones are taken. */
  readonly key?: string | undefined;
  /** How often the caller is called at most. */
  readonly attempts: number;
  /** Between two calls to the same caller. */
  readonly retrySeconds: number;
  /** After this time since joining the caller is called no more. */
  readonly expireSeconds: number;
  /** Most callers of the queue who wait to be called back. */
  readonly most: number;
}

export interface QueueSettings {
  /** As `DirectoryEntry.id` of kind `queue`. */
  readonly id: string;
  /** As it is dialled. */
  readonly number: string;
  readonly name: string;
  readonly strategy: QueueStrategy;
  /** In the order of the linear strategy. */
  readonly members: readonly QueueMemberSettings[];
  /** How long an agent is rung. */
  readonly agentRingSeconds: number;
  /** How long an agent who did not answer is left alone. */
  readonly retrySeconds: number;
  /** How long an agent is left alone after a call of this queue. */
  readonly wrapUpSeconds: number;
  /** Most callers who wait; undefined: no limit. */
  readonly maxWaiting?: number | undefined;
  readonly maxWaitSeconds?: number | undefined;
  readonly joinWhenEmpty: EmptyRule;
  readonly leaveWhenEmpty: EmptyRule;
  /** With this key a caller leaves for another number. */
  readonly exit?: { readonly key: string; readonly to: QueueExit } | undefined;
  readonly callbacks: QueueCallbacks;
  /** For callers who cannot join, waited too long, or wait in an empty queue; undefined: the call ends. */
  readonly overflowTo?: QueueExit | undefined;
  /** An agent of several queues is given to the queue with the highest weight first. */
  readonly weight: number;
  /** Rings agents who are in other calls. */
  readonly ringInUse: boolean;
  /** Pauses an agent after so many missed calls in a row; undefined: never. */
  readonly autoPauseAfter?: number | undefined;
  readonly autoPauseScope: "queue" | "allQueues";
  readonly announce: QueueAnnouncements;
  readonly language: SpokenLanguage;
  /** A local file that the agent hears before the caller; undefined: none. */
  readonly whisper?: string | undefined;
  /** A local file that the caller hears first; undefined: none. */
  readonly greeting?: string | undefined;
  /** Local file that is repeated while the caller waits; undefined: music on hold. */
  readonly music?: string | undefined;
  /** Every call is recorded from the moment an agent talks. */
  readonly records: boolean;
}

/** The configured queues. Read at the start and after each change. */
export interface QueueBook {
  queues(realm: string): MaybePromise<readonly QueueSettings[]>;
  /** Returns unsubscribe. */
  subscribe(listener: () => void): () => void;
}

/** `offline`: no phone, or do not disturb; `talking`: in any call. */
export type QueueAgentState = "idle" | "ringing" | "talking" | "wrapup" | "paused" | "offline";

/** An agent as a member of one queue. Times are milliseconds since the epoch. */
export interface QueueAgentView {
  readonly agentId: number;
  readonly penalty: number;
  /** Logged in, not configured. */
  readonly dynamic: boolean;
  readonly state: QueueAgentState;
  /** When the state began. */
  readonly since: number;
  /** The queue call that rings or is in progress, of this or another queue. */
  readonly callId?: string | undefined;
  readonly paused?: { readonly reason: string; readonly since: number } | undefined;
  /** Since midnight (`beginDay`). */
  readonly callsTaken: number;
  readonly lastCallAt?: number | undefined;
  /** Missed in a row. */
  readonly missedCount: number;
}

export interface QueueCallerView {
  readonly callId: string;
  readonly caller: Pick<Party, "number" | "name">;
  readonly enteredAt: number;
  readonly priority: number;
  /** Agents whose phones ring for this caller. */
  readonly ringing: readonly number[];
  /** The caller has hung up and is called back in turn; `attempts`: how often that was tried. */
  readonly callback?: { readonly attempts: number } | undefined;
}

export interface QueueView {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  /** In the order of their positions. */
  readonly waiting: readonly QueueCallerView[];
  readonly agents: readonly QueueAgentView[];
  /** Estimated wait of a new caller; undefined: not known. */
  readonly estimateMs?: number | undefined;
}

/** One agent in one queue. */
interface AboutMember {
  readonly agentId: number;
  readonly queueId: string;
}

/** An order about an agent, by a person whose right was already checked (`by`; absent: the agent). */
export type QueueOrder = { readonly by?: number | undefined } & (
  | {
      readonly kind: "pause" | "unpause";
      readonly agentId: number;
      /** Absent: all queues. */
      readonly queueId?: string | undefined;
      readonly reason: string;
    }
  | ({ readonly kind: "addMember"; readonly penalty: number } & AboutMember)
  | ({ readonly kind: "removeMember" } & AboutMember)
  | ({ readonly kind: "setPenalty"; readonly penalty: number } & AboutMember)
  | ({ readonly kind: "setRingInUse"; readonly ringInUse: boolean } & AboutMember)
  /** Into all queues for which they are configured `byCode`. */
  | { readonly kind: "logIn"; readonly agentId: number }
  /** Out of all queues that they have joined. */
  | { readonly kind: "logOff"; readonly agentId: number }
);

/** Why an order was not carried out; `noQueue`: the agent is in no queue, or may log in to none. */
export type QueueRefusal = "unknownQueue" | "notMember" | "alreadyMember" | "static" | "noQueue";

/** The queues of a phone system that has some. */
export interface PhoneQueues {
  /**
   * Undefined: it is done, and durable. A refused order has changed nothing. `unavailable`: it could not be written in
   * five seconds; it is carried out and will be written later.
   */
  order(order: QueueOrder): Promise<QueueRefusal | "unavailable" | undefined>;
  /** Takes a caller who waits to be called back out of the line; `by`: the person who ordered it, with the right to. */
  removeCallback(callback: {
    readonly queueId: string;
    readonly callId: string;
    readonly by: number;
  }): Promise<"unknownCallback" | "unavailable" | undefined>;
  /** It is midnight: the counts of the day begin again. */
  beginDay(): void;
}

/** What a phone system needs for queues. */
export interface QueueParts {
  readonly book: QueueBook;
  readonly log: QueueLog;
  /** Absolute path on the machine of the media engine; the files in it are named by `spokenFile`. */
  readonly promptsFolder: string;
}

/** What changes in a `QueueView`. */
export type QueueChange = { readonly queueId: string } & (
  | { readonly kind: "callerJoined"; readonly index: number; readonly caller: QueueCallerView }
  | { readonly kind: "callerChanged"; readonly caller: QueueCallerView }
  | { readonly kind: "callerLeft"; readonly callId: string }
  | { readonly kind: "agentChanged"; readonly agent: QueueAgentView }
  | { readonly kind: "agentLeft"; readonly agentId: number }
  /** Created, or its name or number changed. */
  | { readonly kind: "queueChanged"; readonly number: string; readonly name: string }
  | { readonly kind: "queueRemoved" }
);
