/** What goes into the queue engine and what comes out (docs/spec/queues.md). */
import type {
  OutcallStep,
  QueueOrder,
  QueueRefusal,
  OpenQueueLog,
  QueueChange,
  QueueLogRow,
  QueueSettings,
  QueueView,
} from "@callpanel/phone-port";

/** How an agent's phone rang without an answer. */
export type RingFailure =
  /** Nobody answered in the ring time. */
  | "unanswered"
  /** The person refused, or the phone was busy. */
  | "declined"
  /** No phone, do not disturb, or too many calls: no phone was rung. */
  | "unreachable"
  /** The phone answered, and was hung up before the caller was heard. */
  | "dumped"
  /** The phone answered, and has no codec in common with the caller. */
  | "incompatible";

/** How the call of a caller and an agent ended. */
export type TalkEnd =
  | { readonly kind: "caller" | "agent" }
  /** The agent or the caller was sent to another number, or connected with another person. */
  | { readonly kind: "blindTransfer" | "attendedTransfer"; readonly to: string };

/** How a caller who waits leaves the line. */
export type CallerExit =
  | { readonly kind: "hungUp" }
  | { readonly kind: "key"; readonly key: string }
  /** A person moved the caller elsewhere; `why` is for the log. */
  | { readonly kind: "withdrawn"; readonly why: string; readonly by?: number | undefined };

/** A place in the line, for a caller who comes back to it. */
export interface KeptPlace {
  readonly queueId: string;
  readonly joinedAt: number;
  /** Of callers of the same moment, the order of joining. */
  readonly number: number;
  readonly priority: number;
}

/** Why the call to a caller who wanted to be called back failed. */
export type OutcallFailure = Exclude<OutcallStep, "asked" | "dialled">;

interface AboutRing {
  readonly callId: string;
  readonly agentId: number;
}

export type QueueEvent =
  /** All queues, at the start and after each change. */
  | { readonly kind: "configured"; readonly queues: readonly QueueSettings[] }
  /** What the log left open; once, after the first `configured`. */
  | { readonly kind: "resumed"; readonly open: OpenQueueLog }
  /** What another phone system left open when it ended. */
  | { readonly kind: "tookOver"; readonly open: OpenQueueLog }
  /** An open callback is another phone system's now. */
  | { readonly kind: "lost"; readonly callId: string }
  | {
      readonly kind: "agentDevice";
      readonly agentId: number;
      /** A phone of the agent could be rung. */
      readonly reachable: boolean;
      /** In a call that no queue gave. */
      readonly busy: boolean;
    }
  | {
      readonly kind: "enter";
      readonly callId: string;
      readonly queueId: string;
      readonly caller: { readonly number: string; readonly name: string };
      /** Higher ones are served first; 0 is usual. */
      readonly priority: number;
      /** That they had before a person moved them. */
      readonly place?: KeptPlace | undefined;
    }
  /** The caller has confirmed that they want to be called back at a number. */
  | { readonly kind: "askCallback"; readonly callId: string; readonly number: string }
  /** The agent is on the phone, and the caller is called back. */
  | ({ readonly kind: "outcallBegun" } & AboutRing)
  | ({ readonly kind: "outcallFailed"; readonly why: OutcallFailure } & AboutRing)
  | { readonly kind: "exit"; readonly callId: string; readonly how: CallerExit }
  | ({ readonly kind: "ringFailed"; readonly why: RingFailure } & AboutRing)
  /** A phone of the agent was picked up. */
  | ({ readonly kind: "answered" } & AboutRing)
  /** Caller and agent hear each other. */
  | ({ readonly kind: "connected"; readonly agentLegId: string } & AboutRing)
  | { readonly kind: "ended"; readonly callId: string; readonly how: TalkEnd }
  | QueueOrder
  /** The counts of the day begin again. */
  | { readonly kind: "newDay" }
  /** Time has passed: `QueueEngine.nextAt` is due. */
  | { readonly kind: "tick" };

/** Why a caller cannot join or does not stay. */
export type LeaveReason = "full" | "empty" | "timeout" | "key" | "removed" | "unknown";

/** What call control has to do. */
export type QueueDecision =
  | { readonly kind: "wait"; readonly callId: string; readonly position: number }
  /** The caller leaves for a number, or is hung up if there is none. */
  | { readonly kind: "leave"; readonly callId: string; readonly why: LeaveReason; readonly to?: string | undefined }
  | { readonly kind: "ring"; readonly callId: string; readonly agentId: number }
  | { readonly kind: "stopRinging"; readonly callId: string; readonly agentId: number; readonly answered: boolean }
  | {
      readonly kind: "announce";
      readonly callId: string;
      readonly position?: number | undefined;
      readonly estimateMs?: number | undefined;
      /** With this key the caller may ask to be called back. */
      readonly callbackKey?: string | undefined;
    }
  /** The caller keeps the place and may hang up. */
  | { readonly kind: "callbackTaken" | "callbackRefused"; readonly callId: string };

export interface WaitingCallback {
  readonly queueId: string;
  /** The number to call. */
  readonly number: string;
  readonly name: string;
}

export interface QueueStep {
  readonly decisions: readonly QueueDecision[];
  readonly rows: readonly QueueLogRow[];
  /** In this order they turn the earlier views into the present ones. */
  readonly changes: readonly QueueChange[];
}

export interface QueueEngine {
  /** Takes what happened at a time (milliseconds). A time before the last one counts as the last one. */
  take(at: number, event: QueueEvent): QueueStep;
  /** Why an order would not be carried out now; undefined: it would be. */
  refusalOf(order: QueueOrder): QueueRefusal | undefined;
  /** When `tick` is due; undefined: nothing is. */
  readonly nextAt: number | undefined;
  views(): readonly QueueView[];
  /** Why a new caller could not join now; undefined: they could. */
  admission(queueId: string): LeaveReason | undefined;
  /** The place of a caller in a line; undefined: they wait in none, or an agent has picked up. */
  placeOf(callId: string): KeptPlace | undefined;
  /** A caller who has hung up and is to be called back; undefined: none. */
  callbackOf(callId: string): WaitingCallback | undefined;
  /** Queues whose member an agent is. */
  queuesOf(agentId: number): readonly string[];
  /** Every agent who is a member of a queue or could log in to one. */
  readonly agentIds: ReadonlySet<number>;
  settingsOf(queueId: string): QueueSettings | undefined;
}
