import type { CallDetails, CallRecord } from "@callpanel/contract";

/** A call of two minutes between Bob and Alice. */
export const callOf = (changes: Partial<CallRecord> = {}): CallRecord => ({
  id: 1,
  call_id: "c1",
  calldate: "2026-03-08T14:30:00-04:00",
  duration: 125,
  talk_duration: 120,
  from: "102",
  from_name: "Bob Brandt",
  caller_id: 2,
  to: "101",
  to_name: "Alice Archer",
  callee_id: 1,
  dialled: "101",
  direction: "internal",
  destination: null,
  disposition: "answered",
  failed: false,
  diverted: null,
  answered_by: null,
  recording: false,
  ...changes,
});

export const detailsOf = (call: CallRecord, changes: Partial<CallDetails> = {}): CallDetails => ({
  ...call,
  answered_at: "2026-03-08T14:30:05-04:00",
  ended_at: "2026-03-08T14:32:05-04:00",
  ended_by: "caller",
  end_reason: "hangup",
  sip_status: 200,
  forwarded_by: [],
  sent_by: null,
  listened_by: [],
  quality: { caller: null, callee: null },
  recordings: [],
  chain: [],
  ...changes,
});
