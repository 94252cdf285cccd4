import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EARLIER_VERSION } from "../../kernel/jobs/lease.ts";
import type { SoundStore } from "../../kernel/files/sound-store.port.ts";
import type { CallDetailRecord } from "../calls/index.ts";
import type { RecordingStore } from "./recordings.store.ts";

/** Recorded calls of the demo company, by caller and callee; the caller is on the left channel. */
const SPOKEN: ReadonlyArray<{ readonly from: string; readonly to: string; readonly file: string }> = [
  { from: "101", to: "102", file: "call-contract.opus" },
  { from: "101", to: "+14165550132", file: "call-delivery.opus" },
  { from: "104", to: "101", file: "call-printer.opus" },
];
/** Time between the answer and the start of the recording. */
const RECORDED_AFTER_MS = 5_000;

/** Adds recordings to calls of a new demo company; the sounds are in `folder`. */
export async function seedDemoRecordings(
  { recordings, sounds }: { readonly recordings: RecordingStore; readonly sounds: Pick<SoundStore, "put"> },
  { calls, folder }: { readonly calls: readonly CallDetailRecord[]; readonly folder: string },
): Promise<void> {
  for (const { from, to, file } of SPOKEN) {
    const call = calls.find((one) => one.from.number === from && one.to.number === to && one.answeredAt !== null);
    if (call === undefined) continue;
    const { callId, realm, answeredAt } = call;
    const id = callId.replaceAll(/[^a-z0-9]/g, "");
    const startedAt = (answeredAt ?? 0) + RECORDED_AFTER_MS;
    const holder = { kind: "recording", id } as const;
    const { durationMs, bytes } = await sounds.put(await readFile(join(folder, file)), { type: "audio/ogg", holder });
    await recordings.begin({
      id,
      owner: EARLIER_VERSION,
      realm,
      callId,
      userId: call.from.userId,
      startedBy: from,
      startedAt,
    });
    await recordings.end(id, { durationMs, bytes, marks: [], failure: null });
  }
}
