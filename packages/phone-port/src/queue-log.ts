/** The queue log: what happened in queues, row by row (docs/spec/queue-log.md). Reports are computed from it alone. */
import type { MaybePromise } from "./ports.ts";

interface Place {
  /** When the caller left the line. */
  readonly position: number;
  /** When the caller joined. */
  readonly originalPosition: number;
  readonly waitMs: number;
}

interface Talk {
  readonly waitMs: number;
  readonly talkMs: number;
  readonly originalPosition: number;
  /** For how long the queue leaves the agent alone after the call; absent: not at all. */
  readonly wrapUpMs?: number | undefined;
}

interface Connection {
  readonly waitMs: number;
  /** The leg of the agent's phone (`LegView.id`). */
  readonly agentLegId: string;
  readonly ringMs: number;
  /** How soon callers of the queue had to be answered then, as far as it is known. */
  readonly targetMs?: number | undefined;
}

/**
 * A callback: the caller asked for it; the caller is called; or why it failed: nobody answered, the line was busy
 * or the call was refused, the person who answered did not press the key, the agent hung up first.
 */
export type OutcallStep = "asked" | "dialled" | "noAnswer" | "busy" | "notConfirmed" | "dropped";

/** One row's event with its values; durations in milliseconds. */
export type QueueLogEvent =
  | { readonly event: "QUEUESTART" | "CONFIGRELOAD" | "AGENTDUMP" | "SYSCOMPAT" | "AGENTLOGIN" | "REMOVEMEMBER" }
  | { readonly event: "ENTERQUEUE"; readonly number: string; readonly name: string; readonly position: number }
  | ({ readonly event: "CONNECT" } & Connection)
  | ({ readonly event: "COMPLETEAGENT" | "COMPLETECALLER" } & Talk)
  /** `to`: the number that the other side was sent to, or of the person that they talk to now. */
  | ({ readonly event: "BLINDTRANSFER" | "ATTENDEDTRANSFER"; readonly to: string } & Talk)
  | ({ readonly event: "ABANDON" | "EXITWITHTIMEOUT" | "EXITEMPTY" } & Place)
  | ({ readonly event: "EXITWITHKEY"; readonly key: string } & Place)
  | ({ readonly event: "WITHDRAW"; readonly why: string } & Place)
  /** `refused`: the agent refused, or their phone was busy; absent: nobody answered in the ring time. */
  | { readonly event: "RINGNOANSWER"; readonly ringMs: number; readonly refused?: true | undefined }
  | { readonly event: "RINGCANCELED"; readonly ringMs: number }
  /** `attempt`: the number of calls to the caller so far. `priority`: of the caller, for a restart. */
  | {
      readonly event: "OUTCALL";
      readonly step: OutcallStep;
      readonly number: string;
      readonly attempt: number;
      readonly priority: number;
    }
  /** `always`: the settings list the agent as always in the queue; absent: the agent has logged in. */
  | {
      readonly event: "ADDMEMBER";
      readonly penalty: number;
      readonly paused: boolean;
      readonly always?: true | undefined;
    }
  | { readonly event: "PENALTY"; readonly penalty: number }
  | { readonly event: "RINGINUSE"; readonly ringInUse: boolean }
  | { readonly event: "PAUSE" | "UNPAUSE" | "PAUSEALL" | "UNPAUSEALL"; readonly reason: string }
  | { readonly event: "AGENTLOGOFF"; readonly loginMs: number };

export type QueueLogRow = QueueLogEvent & {
  /** Milliseconds since the epoch. Rows of one phone system never go back in time. */
  readonly at: number;
  readonly realm: string;
  /** Absent: the row is about no single queue. */
  readonly queueId?: string | undefined;
  /** `CallView.id`; absent: the row is about no call. */
  readonly callId?: string | undefined;
  /** User id of the agent of the row. */
  readonly agentId?: number | undefined;
  /** User id of the person who ordered it, if that is another person than the agent. */
  readonly by?: number | undefined;
};

export interface OpenCallback {
  /** The number to call. */
  readonly number: string;
  /** How often the caller was called. */
  readonly attempts: number;
  readonly priority: number;
  /** When it was asked for, or tried last. */
  readonly at: number;
}

/** A caller whose stay in a queue has no end in the log. */
export interface OpenStay {
  readonly callId: string;
  readonly queueId: string;
  readonly enteredAt: number;
  readonly originalPosition: number;
  readonly caller: { readonly number: string; readonly name: string };
  /** Given for a caller who has hung up and waits to be called back. */
  readonly callback?: OpenCallback | undefined;
  /** Given once an agent talks to the caller. */
  readonly connected?: { readonly agentId: number; readonly at: number; readonly waitMs: number } | undefined;
}

export interface OpenMember {
  readonly queueId: string;
  readonly agentId: number;
  readonly penalty: number;
  readonly at: number;
  /** The settings listed the agent as always in the queue. */
  readonly always?: true | undefined;
}

export interface OpenPause {
  readonly queueId: string;
  readonly agentId: number;
  readonly reason: string;
  readonly at: number;
}

/** A call of a queue that has ended. */
export interface PastTalk {
  readonly queueId: string;
  readonly agentId: number;
  readonly endedAt: number;
  readonly talkMs: number;
}

/** What the log leaves open: callers without an end, agents who logged in, agents who are paused; and the calls of the day. */
export interface OpenQueueLog {
  /** Time of the last row. */
  readonly lastAt: number | undefined;
  /** In the order of joining. */
  readonly stays: readonly OpenStay[];
  readonly members: readonly OpenMember[];
  readonly pauses: readonly OpenPause[];
  /** When agents logged in, by id. */
  readonly logins: ReadonlyMap<number, number>;
  /** Since midnight, in the order of their ends. */
  readonly talks: readonly PastTalk[];
}

/** Keeps the rows. Only appended to. */
export interface QueueLog {
  /** What this phone system left open when it ended. Read once, before the first row is appended. */
  open(realm: string): MaybePromise<OpenQueueLog>;
  /** Resolves when the rows are durable. The phone system publishes them only after that. */
  append(rows: readonly QueueLogRow[]): MaybePromise<void>;
  /**
   * Reports what another phone system of the realm left open when it ended, without its calls of the day: it is this one's from then
   * on. Absent: there is never another one.
   * @returns a stop function
   */
  subscribe?(realm: string, listener: (open: OpenQueueLog) => void): () => void;
  /**
   * Whether an open callback is still this system's: while it could not reach the log, another one may have taken it over.
   * Absent: always.
   */
  holds?(realm: string, callId: string): MaybePromise<boolean>;
}

const memberKey = (queueId: string, agentId: number): string => `${agentId} ${queueId}`;

/** Reads the rows of a log in order. */
export class QueueLogFold implements OpenQueueLog {
  readonly #stays = new Map<string, OpenStay>();
  readonly #members = new Map<string, OpenMember>();
  readonly #pauses = new Map<string, OpenPause>();
  readonly logins = new Map<number, number>();
  /** Of all rows. */
  readonly talks: PastTalk[] = [];
  lastAt: number | undefined;

  get stays(): readonly OpenStay[] {
    return [...this.#stays.values()];
  }

  get members(): readonly OpenMember[] {
    return [...this.#members.values()];
  }

  get pauses(): readonly OpenPause[] {
    return [...this.#pauses.values()];
  }

  read(row: QueueLogRow): void {
    this.lastAt = row.at;
    if (row.callId !== undefined) this.#readCall(row, row.callId);
    if (row.agentId !== undefined) this.#readAgent(row, row.agentId);
  }

  #readCall(row: QueueLogRow, callId: string): void {
    const { at, queueId = "", agentId = 0 } = row;
    if ("talkMs" in row) this.talks.push({ queueId, agentId, endedAt: at, talkMs: row.talkMs });
    switch (row.event) {
      case "ENTERQUEUE":
        this.#stays.set(callId, {
          callId,
          queueId,
          enteredAt: at,
          originalPosition: row.position,
          caller: { number: row.number, name: row.name },
        });
        return;
      case "OUTCALL": {
        const stay = this.#stays.get(callId);
        const { number, attempt: attempts, priority } = row;
        if (stay !== undefined) this.#stays.set(callId, { ...stay, callback: { number, attempts, priority, at } });
        return;
      }
      case "CONNECT": {
        const stay = this.#stays.get(callId);
        if (stay !== undefined) this.#stays.set(callId, { ...stay, connected: { agentId, at, waitMs: row.waitMs } });
        return;
      }
      default:
        if (FINAL_EVENTS.has(row.event)) this.#stays.delete(callId);
    }
  }

  #readAgent(row: QueueLogRow, agentId: number): void {
    const { at, queueId } = row;
    if (row.event === "AGENTLOGIN") this.logins.set(agentId, at);
    if (row.event === "AGENTLOGOFF") this.logins.delete(agentId);
    if (queueId === undefined) return;
    const key = memberKey(queueId, agentId);
    switch (row.event) {
      case "ADDMEMBER":
        this.#members.set(key, { queueId, agentId, penalty: row.penalty, at, always: row.always });
        return;
      case "REMOVEMEMBER":
        this.#members.delete(key);
        this.#pauses.delete(key);
        return;
      case "PENALTY": {
        const member = this.#members.get(key);
        if (member !== undefined) this.#members.set(key, { ...member, penalty: row.penalty });
        return;
      }
      case "PAUSE":
        this.#pauses.set(key, { queueId, agentId, reason: row.reason, at });
        return;
      case "UNPAUSE":
        this.#pauses.delete(key);
        return;
      default:
    }
  }
}

/** Events with which a caller's stay ends; each stay has exactly one. */
export const FINAL_EVENTS: ReadonlySet<QueueLogRow["event"]> = new Set([
  "ABANDON",
  "EXITWITHTIMEOUT",
  "EXITEMPTY",
  "EXITWITHKEY",
  "WITHDRAW",
  "COMPLETEAGENT",
  "COMPLETECALLER",
  "BLINDTRANSFER",
  "ATTENDEDTRANSFER",
]);

/** The values of a row in the usual order, as text: waits and talks in seconds, ringing in milliseconds. */
export function queueLogValues(row: QueueLogEvent): readonly string[] {
  const seconds = (ms: number): string => String(Math.round(ms / 1_000));
  switch (row.event) {
    case "ENTERQUEUE":
      return ["", row.number, String(row.position), row.name];
    case "CONNECT":
      return [seconds(row.waitMs), row.agentLegId, seconds(row.ringMs)];
    case "COMPLETEAGENT":
    case "COMPLETECALLER":
      return [seconds(row.waitMs), seconds(row.talkMs), String(row.originalPosition)];
    case "BLINDTRANSFER":
      return [row.to, "", seconds(row.waitMs), seconds(row.talkMs), String(row.originalPosition)];
    case "ATTENDEDTRANSFER":
      return ["BRIDGE", row.to, seconds(row.waitMs), seconds(row.talkMs), String(row.originalPosition)];
    case "ABANDON":
    case "EXITWITHTIMEOUT":
    case "EXITEMPTY":
      return [String(row.position), String(row.originalPosition), seconds(row.waitMs)];
    case "EXITWITHKEY":
      return [row.key, String(row.position), String(row.originalPosition), seconds(row.waitMs)];
    case "WITHDRAW":
      return [String(row.position), String(row.originalPosition), seconds(row.waitMs), row.why.slice(0, 40)];
    case "RINGNOANSWER":
    case "RINGCANCELED":
      return [String(row.ringMs)];
    case "OUTCALL":
      return [row.step.toUpperCase(), row.number, String(row.attempt)];
    case "ADDMEMBER":
      return [row.paused ? "PAUSED" : ""];
    case "PENALTY":
      return [String(row.penalty)];
    case "RINGINUSE":
      return [row.ringInUse ? "1" : "0"];
    case "PAUSE":
    case "UNPAUSE":
    case "PAUSEALL":
    case "UNPAUSEALL":
      return [row.reason];
    case "AGENTLOGOFF":
      return ["", seconds(row.loginMs)];
    default:
      return [];
  }
}
