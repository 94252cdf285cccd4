/** What the log says of calls from before the start (QUE-72). */
import type { OpenQueueLog, PastTalk } from "@callpanel/phone-port";
import { QUEUE_REMOVED } from "./caller-rows.ts";
import type { Callers } from "./callers.ts";
import type { Outbox } from "./outbox.ts";
import { noteTalk } from "./service-time.ts";
import type { Queue } from "./state.ts";

interface PastParts {
  readonly now: () => number;
  readonly out: Outbox;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly callers: Callers;
}

/** A call of the day that ended before the start counts. */
export function recall({ queues, out }: PastParts, { queueId, agentId, endedAt, talkMs }: PastTalk): void {
  const queue = queues.get(queueId);
  if (queue === undefined) return;
  noteTalk(queue, talkMs);
  const member = queue.members.get(agentId);
  if (member === undefined) return;
  member.callsTaken += 1;
  member.lastCallAt = endedAt;
  member.agent.lastCallAt = Math.max(member.agent.lastCallAt, endedAt);
  out.touchMember(member);
}

/** Those who were in queues when the process ended: callbacks are open again, the others have ended. */
export function finishStays({ now, out, callers }: PastParts, open: OpenQueueLog): void {
  const lastAt = open.lastAt ?? now();
  const counts = new Map<string, number>();
  for (const stay of open.stays) {
    const { callId, queueId, enteredAt, originalPosition, connected } = stay;
    if (connected !== undefined) {
      const { agentId, at, waitMs } = connected;
      const talk = { waitMs, talkMs: Math.max(0, lastAt - at), originalPosition };
      out.write({ queueId, callId, agentId }, { event: "COMPLETEAGENT", ...talk });
      continue;
    }
    const position = (counts.get(queueId) ?? 0) + 1;
    counts.set(queueId, position);
    const { callback } = stay;
    if (callback !== undefined && callers.callbacks.resume(stay, callback)) continue;
    const place = { position, originalPosition, waitMs: Math.max(0, lastAt - enteredAt) };
    const gone = callback !== undefined;
    out.write(
      { queueId, callId },
      gone ? { event: "WITHDRAW", why: QUEUE_REMOVED, ...place } : { event: "ABANDON", ...place },
    );
  }
}
