import type { RealtimeEvent } from "@callpanel/contract";
import type { CallDetailRecord } from "../calls/index.ts";

/** CDR-12: everybody who was in a call hears that its record is there. */
export function tellCallWritten(
  { callId, realm, from, to, forwarderIds = [] }: CallDetailRecord,
  { tell }: { readonly tell: (userId: number, event: RealtimeEvent) => void },
): void {
  const people = new Set([from.userId, to.userId, ...forwarderIds]);
  for (const userId of people) if (userId !== null) tell(userId, { action: "CDR", realm, callid: callId });
}
