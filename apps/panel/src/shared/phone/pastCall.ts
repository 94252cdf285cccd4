import type { CallRecord } from "@callpanel/contract";

/** One end of a call. */
export interface CallEnd {
  readonly number: string;
  readonly name: string;
  readonly isInside: boolean;
}

export const callerOf = ({ from, from_name, caller_id }: CallRecord): CallEnd => ({
  number: from,
  name: from_name,
  isInside: caller_id !== null,
});
export const calleeOf = ({ to, to_name, callee_id }: CallRecord): CallEnd => ({
  number: to,
  name: to_name,
  isInside: callee_id !== null,
});

/** CDR-43: the kind of a call for the viewer; `between`: a call between others. */
export type CallKind = "incoming" | "outgoing" | "missed" | "forwarded" | "failed" | "between";

export function kindOf(call: CallRecord, userId: number): CallKind {
  if (call.caller_id === userId) return call.failed ? "failed" : "outgoing";
  if (call.diverted !== null) return call.diverted.missed ? "missed" : "forwarded";
  if (call.answered_by?.user_id === userId) return "incoming";
  if (call.callee_id !== userId || call.disposition === "transferred") return "between";
  return call.talk_duration === null ? "missed" : "incoming";
}

/** CDR-43: the person to call back: the other end; for calls of others, the caller. Null if there is no number to call. */
export function peerOf(call: CallRecord, userId: number): CallEnd | null {
  const peer = call.caller_id === userId ? calleeOf(call) : callerOf(call);
  return peer.number === "" ? null : peer;
}
