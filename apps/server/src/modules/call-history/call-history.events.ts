import type { RealtimeEvent } from "@callpanel/contract";
import type { CallDetailRecord } from "../calls/index.ts";

/** CDR-12: notifies everybody who was in a call, and people who list their calls, that its record is stored. */
export function notifyCallWritten(
  { callId, realm, from, to, answeredBy, forwarderIds = [], divertedFrom = [] }: CallDetailRecord,
  { tell, notice }: CallNotifiers,
): void {
  const parties = [from.userId, to.userId, answeredBy?.userId ?? null, ...forwarderIds];
  const userIds = [...new Set(parties)].filter((id) => id !== null);
  for (const userId of userIds) tell(userId, { action: "CDR", realm, callid: callId });
  // DIVERT-4
  for (const userId of new Set(divertedFrom.map((one) => one.userId)))
    tell(userId, { action: "DIVERTED", realm, callid: callId });
  notice({ kind: "called", realm, callId, userIds });
}

interface CallNotifiers {
  readonly tell: (userId: number, event: RealtimeEvent) => void;
  /** For people who list calls of others. */
  readonly notice: (called: { kind: "called"; realm: string; callId: string; userIds: number[] }) => void;
}
