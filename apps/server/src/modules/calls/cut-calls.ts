import type { CallRecordStore } from "./calls.store.ts";
import type { OpenCall, OpenCallStore } from "./open-calls.store.ts";

/** The length of a recording's file, when the server that made it has stopped. */
export interface CutRecording {
  readonly id: string;
  readonly startedAt: number;
  readonly durationMs: number;
}

/**
 * CDR-14: writes the records of calls that a crash cut off. Each ends when it was last known to be under way, or with the
 * last of its recordings. Doing it twice is doing it once.
 */
export async function closeCutCalls({
  openCalls,
  callRecords,
  recordings,
  attach,
  now,
}: {
  readonly openCalls: OpenCallStore;
  readonly callRecords: Pick<CallRecordStore, "writeAll">;
  readonly recordings: readonly CutRecording[];
  readonly attach: (
    callId: string,
    parts: ReadonlyArray<{ readonly recordingId: string; readonly offsetMs: number; readonly durationMs: number }>,
  ) => Promise<void>;
  readonly now: number;
}): Promise<number> {
  const cut = await openCalls.all();
  if (cut.length === 0) return 0;
  const recordingsOf = ({ recordingIds }: OpenCall) => recordings.filter(({ id }) => recordingIds.includes(id));
  const records = cut.map((call) => {
    const heardUntil = recordingsOf(call).map(({ startedAt, durationMs }) => startedAt + durationMs);
    return { ...call.record, endedAt: Math.max(call.record.answeredAt ?? 0, call.seenAt, ...heardUntil) };
  });
  for (const call of cut) {
    // A leg may have brought its recording from an earlier call.
    const { callId, startedAt } = call.record;
    const parts = recordingsOf(call).map((recording) => {
      const offsetMs = Math.max(0, startedAt - recording.startedAt);
      return { recordingId: recording.id, offsetMs, durationMs: Math.max(0, recording.durationMs - offsetMs) };
    });
    await attach(callId, parts);
  }
  await callRecords.writeAll(records);
  await openCalls.save({ changed: [], ended: records.map(({ callId }) => callId), at: now });
  return records.length;
}
