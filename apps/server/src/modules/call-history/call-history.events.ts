import type { RealtimeEvent } from "@callpanel/contract";
import type { CallDetailRecord } from "../calls/index.ts";

/** CDR-12: notifies everybody who was in a call, and people who list their calls, that its record is stored. */
export function tellCallWritten(
  { callId, realm, from, to, forwarderIds = [], divertedFrom = [] }: CallDetailRecord,
  { tell, notices }: { readonly tell: (userId: number, event: RealtimeEvent) => void; readonly notices: CalledNotices },
): void {
  const userIds = [...new Set([from.userId, to.userId, ...forwarderIds])].filter((id) => id !== null);
  for (const userId of userIds) tell(userId, { action: "CDR", realm, callid: callId });
  // DIVERT-4
  for (const userId of new Set(divertedFrom.map((one) => one.userId)))
    tell(userId, { action: "DIVERTED", realm, callid: callId });
  notices.tell({ kind: "called", realm, callId, userIds });
}

/** Notices for people who list calls of others. */
interface CalledNotices {
  tell(notice: {
    readonly kind: "called";
    readonly realm: string;
    readonly callId: string;
    readonly userIds: readonly number[];
  }): void;
}
