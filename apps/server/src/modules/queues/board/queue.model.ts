import type { QueueAgent, QueueCaller } from "@callpanel/contract";
import type { QueueLogRow } from "@callpanel/phone-port";
import type { QueueToday } from "./queue-today.ts";

/** An agent in one queue, as everybody who sees the queue sees them. */
export interface LiveAgent extends QueueAgent {
  readonly userId: number;
}

/** A waiting caller; the position is the place in the list. */
export type LiveCaller = Readonly<Omit<QueueCaller, "position" | "wait">>;

/** Without a leg, the leg is the same. */
export type ChangedCaller = Omit<LiveCaller, "channel"> & Partial<Pick<LiveCaller, "channel">>;

/** A queue with its line, its agents and its figures of today. */
export interface LiveQueue {
  readonly realm: string;
  /** Its number too. */
  readonly id: string;
  readonly name: string;
  /** The service level's target. */
  readonly targetSeconds: number;
  readonly waiting: readonly LiveCaller[];
  readonly agents: readonly LiveAgent[];
  readonly today: QueueToday;
}

export type QueueAction = { readonly realm: string } &
  /** Created, renamed, or with another target; `today` is for a new one. */
  (
    | {
        readonly kind: "configured";
        readonly queueId: string;
        readonly name: string;
        readonly targetSeconds: number;
        readonly today: QueueToday;
      }
    | { readonly kind: "removed"; readonly queueId: string }
    | { readonly kind: "callerJoined"; readonly queueId: string; readonly index: number; readonly caller: LiveCaller }
    | { readonly kind: "callerChanged"; readonly queueId: string; readonly caller: ChangedCaller }
    | { readonly kind: "callerLeft"; readonly queueId: string; readonly callid: string }
    | { readonly kind: "agentChanged"; readonly queueId: string; readonly agent: LiveAgent }
    | { readonly kind: "agentLeft"; readonly queueId: string; readonly userId: number }
    /** `exten`: extension of the agent of the row. */
    | { readonly kind: "logged"; readonly row: QueueLogRow; readonly exten: string | undefined }
    /** The figures of a day that has just begun. */
    | { readonly kind: "counted"; readonly queueId: string; readonly today: QueueToday }
  );

export type QueueFact =
  | {
      readonly kind: "caller";
      readonly how: "join" | "change" | "leave";
      readonly queue: LiveQueue;
      readonly caller: LiveCaller;
      readonly index: number;
    }
  | { readonly kind: "agent"; readonly queue: LiveQueue; readonly agent: LiveAgent }
  | { readonly kind: "agentGone"; readonly queue: LiveQueue; readonly exten: string }
  | { readonly kind: "figures" | "removed"; readonly queue: LiveQueue }
  | { readonly kind: "logged"; readonly row: QueueLogRow; readonly exten: string | undefined };
