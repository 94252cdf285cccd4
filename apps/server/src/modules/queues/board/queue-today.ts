import type { QueueLogEvent } from "@callpanel/phone-port";

/** Counts of the callers who joined a queue since midnight. */
export interface QueueToday {
  /** Midnight, in milliseconds since the epoch: callers who joined before do not count. */
  readonly since: number;
  readonly answered: number;
  /** Answered within the target that was in force then. */
  readonly inTarget: number;
  /** Answered, and the call has ended. */
  readonly completed: number;
  readonly abandoned: number;
  /** Everybody who waits no longer, whatever the reason. */
  readonly left: number;
  /** Waits of those who were answered or gave up. */
  readonly holdMs: number;
}

export const noCallers = (since: number): QueueToday => ({
  since,
  answered: 0,
  inTarget: 0,
  completed: 0,
  abandoned: 0,
  left: 0,
  holdMs: 0,
});

/** One end of a wait, or of a call; the names are those of the queue log. */
interface Counted {
  readonly event: string;
  readonly joinedAt: number;
  readonly waitMs: number;
}

/** QBOARD-5: the counts after what happened to a caller. */
export function counted(today: QueueToday, { event, joinedAt, waitMs }: Counted, targetSeconds: number): QueueToday {
  if (joinedAt < today.since) return today;
  const left = today.left + 1;
  switch (event) {
    case "CONNECT": {
      const inTarget = today.inTarget + (waitMs <= targetSeconds * 1_000 ? 1 : 0);
      return { ...today, left, inTarget, answered: today.answered + 1, holdMs: today.holdMs + waitMs };
    }
    case "COMPLETEAGENT":
    case "COMPLETECALLER":
    case "BLINDTRANSFER":
    case "ATTENDEDTRANSFER":
      return { ...today, completed: today.completed + 1 };
    case "ABANDON":
      return { ...today, left, abandoned: today.abandoned + 1, holdMs: today.holdMs + waitMs };
    case "EXITWITHTIMEOUT":
    case "EXITEMPTY":
    case "EXITWITHKEY":
    case "WITHDRAW":
      return { ...today, left };
    default:
      return today;
  }
}

/** The same from a row of the log. */
export function countedRow(today: QueueToday, row: QueueLogEvent & { readonly at: number }, targetSeconds: number) {
  if (!("waitMs" in row)) return today;
  const talkMs = "talkMs" in row ? row.talkMs : 0;
  const joinedAt = row.at - row.waitMs - talkMs;
  return counted(today, { event: row.event, joinedAt, waitMs: row.waitMs }, targetSeconds);
}
