import type { NewJob } from "../../kernel/jobs/job-store.port.ts";
import type { CallDetailRecord, CallRecordStore } from "./calls.store.ts";
import type { OpenCall, OpenCallStore } from "./open-calls.store.ts";

/** A recording of an interrupted call; the length of its file, null if the file is on another server. */
interface CutRecording {
  readonly id: string;
  readonly startedAt: number;
  readonly durationMs: number | null;
}

/**
 * CDR-14: writes the records of calls that were interrupted together with the instance that carried them. The end of each
 * is the last time it was known to be in progress, or the end of its last recording. Idempotent, so it can be repeated
 * after a crash.
 */
export async function closeCutCalls({
  owner,
  openCalls,
  callRecords,
  recordings,
  jobsFor,
  now,
}: {
  readonly owner: string;
  readonly openCalls: OpenCallStore;
  readonly callRecords: Pick<CallRecordStore, "writeAll">;
  readonly recordings: {
    times(ids: readonly string[]): Promise<readonly CutRecording[]>;
    attach(
      callId: string,
      parts: ReadonlyArray<{ readonly recordingId: string; readonly offsetMs: number; readonly durationMs: number }>,
    ): Promise<void>;
  };
  /** What is to be done because of a call. */
  readonly jobsFor?: (record: CallDetailRecord) => readonly NewJob[];
  readonly now: number;
}): Promise<number> {
  const cut = await openCalls.of(owner);
  if (cut.length === 0) return 0;
  const times = await recordings.times([...new Set(cut.flatMap(({ recordingIds }) => recordingIds))]);
  const recordingsOf = ({ recordingIds }: OpenCall) => times.filter(({ id }) => recordingIds.includes(id));
  const records = cut.map((call) => {
    const heardUntil = recordingsOf(call).map(({ startedAt, durationMs }) => startedAt + (durationMs ?? 0));
    return { ...call.record, endedAt: Math.max(call.record.answeredAt ?? 0, call.seenAt, ...heardUntil) };
  });
  for (const [place, call] of cut.entries()) {
    const { callId, startedAt } = call.record;
    const endedAt = records[place]?.endedAt ?? startedAt;
    const parts = recordingsOf(call).map(({ id, startedAt: recordedFrom, durationMs }) => {
      // A leg may have brought its recording from an earlier call.
      const offsetMs = Math.max(0, startedAt - recordedFrom);
      const lengthMs = durationMs ?? endedAt - recordedFrom;
      return { recordingId: id, offsetMs, durationMs: Math.max(0, lengthMs - offsetMs) };
    });
    await recordings.attach(callId, parts);
  }
  await callRecords.writeAll(records, jobsFor);
  await openCalls.save({ owner, changed: [], ended: records.map(({ callId }) => callId), at: now });
  return records.length;
}
