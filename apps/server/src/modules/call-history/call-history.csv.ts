import type { CallDestination, CallRecord } from "@callpanel/contract";
import { yieldLoop } from "../../kernel/concurrency/yield-loop.ts";
import { csvRecord, CSV_START } from "../../kernel/files/csv-text.ts";
import { presentCall, type Showing } from "./call-history.model.ts";
import type { ListedCall } from "./call-history.store.ts";

const COLUMNS = [
  "calldate",
  "direction",
  "from",
  "from_name",
  "to",
  "to_name",
  "destination",
  "dialled",
  "duration",
  "talk_duration",
  "disposition",
  "failed",
  "recording",
] as const;

/** CDR-10: calls as a file, as a stream. */
export async function* callsFile(
  pages: AsyncIterable<readonly ListedCall[]>,
  showing: Showing,
): AsyncGenerator<string> {
  yield CSV_START + csvRecord(COLUMNS);
  for await (const page of pages) {
    yield page.map((call) => csvRecord(rowOf(presentCall(call, showing)))).join("");
    await yieldLoop();
  }
}

const yes = (value: boolean): string => (value ? "yes" : "");

function rowOf(call: CallRecord): readonly string[] {
  return [
    call.calldate,
    call.direction,
    call.from,
    call.from_name,
    call.to,
    call.to_name,
    call.destination === null ? "" : LABELS[call.destination](call.to),
    call.dialled,
    String(call.duration),
    call.talk_duration === null ? "" : String(call.talk_duration),
    call.disposition,
    yes(call.failed),
    yes(call.recording),
  ];
}

/** Spec 1 §3, in the specification's words: a file has one language. */
const LABELS: Readonly<Record<CallDestination, (number: string) => string>> = {
  voicemail: () => "Voicemail",
  conference: (number) => `Conference ${number}`,
  personal_conference: () => "Personal Conference",
  parking_lot: (number) => `Parking lot ${number}`,
  parking_pickup: (number) => `Parking pickup ${number}`,
  queue: (number) => `Call Queue ${number}`,
  video_conference: (number) => `Jitsi Conference ${number}`,
  music: () => "*86 Music on Hold",
  announcement: (number) => `Announcement ${number}`,
  feature: (number) => `Feature code ${number}`,
};
