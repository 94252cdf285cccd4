/** The rows of the log about callers. */
import type { QueueLogEvent } from "@callpanel/phone-port";
import type { RingFailure, TalkEnd } from "./engine.port.ts";
import type { Caller } from "./state.ts";

/** Why a caller was withdrawn. */
export const QUEUE_REMOVED = "queue removed";

export const about = (
  { callId, queue }: Caller,
  { agentId, by }: { readonly agentId?: number; readonly by?: number | undefined } = {},
) => ({
  queueId: queue.id,
  callId,
  ...(agentId === undefined ? {} : { agentId }),
  ...(by === undefined ? {} : { by }),
});

export function rowOfFailure(why: RingFailure, ringMs: number): QueueLogEvent | undefined {
  switch (why) {
    case "unanswered":
      return { event: "RINGNOANSWER", ringMs };
    case "declined":
      return { event: "RINGNOANSWER", ringMs, refused: true };
    case "dumped":
      return { event: "AGENTDUMP" };
    case "incompatible":
      return { event: "SYSCOMPAT" };
    case "unreachable":
      return undefined;
  }
}

export function rowOfEnd(
  how: TalkEnd,
  talk: {
    readonly waitMs: number;
    readonly talkMs: number;
    readonly originalPosition: number;
    readonly wrapUpMs?: number;
  },
): QueueLogEvent {
  switch (how.kind) {
    case "caller":
      return { event: "COMPLETECALLER", ...talk };
    case "agent":
      return { event: "COMPLETEAGENT", ...talk };
    case "blindTransfer":
      return { event: "BLINDTRANSFER", to: how.to, ...talk };
    case "attendedTransfer":
      return { event: "ATTENDEDTRANSFER", to: how.to, ...talk };
  }
}
