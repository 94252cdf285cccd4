import { AppError, ARCHIVE_MAX_BYTES, ARCHIVE_RECORDINGS_MAX } from "@callpanel/contract";
import { fileNameOf } from "../../../kernel/files/file-name.ts";
import type { TimeZone } from "../../../kernel/text/time-zone.ts";
import { hearersOf } from "../call-history.model.ts";
import type { StoredCall, StoredRecording } from "../call-history.store.ts";
import type { ArchiveItem } from "./archives.store.ts";

export interface ArchiveChoice {
  readonly zone: TimeZone;
  readonly mayHear: (call: StoredCall, recording: StoredRecording) => boolean;
}

/**
 * CDR-20, CDR-21: the recordings of these calls that the person may hear, each once.
 * @throws AppError cdrs.archive.empty, .tooLarge
 */
export async function chooseRecordings(
  pages: AsyncIterable<readonly StoredCall[]>,
  { zone, mayHear }: ArchiveChoice,
): Promise<readonly ArchiveItem[]> {
  const chosen = new Map<string, ArchiveItem>();
  let bytes = 0;
  for await (const page of pages)
    for (const call of page) {
      for (const [at, recording] of call.recordings.entries()) {
        if (recording.bytes === 0 || chosen.has(recording.id) || !mayHear(call, recording)) continue;
        bytes += recording.bytes;
        if (chosen.size === ARCHIVE_RECORDINGS_MAX || bytes > ARCHIVE_MAX_BYTES) throw tooLarge();
        const { id, startedAt } = recording;
        chosen.set(id, { recording: id, startedAt, name: nameOf(call, at, zone), userIds: hearersOf(call, recording) });
      }
    }
  if (chosen.size === 0) throw new AppError("cdrs.archive.empty");
  return [...chosen.values()].toSorted((one, other) => one.startedAt - other.startedAt);
}

const tooLarge = () =>
  new AppError("cdrs.archive.tooLarge", { recordings: ARCHIVE_RECORDINGS_MAX, gigabytes: ARCHIVE_MAX_BYTES / 1e9 });

const NAME_CHARACTERS = 40;

/** CDR-22: `2026-03-08 14-30-06 Carol Chen - Alice Archer 1234.ogg`: when the call began, its two parties, and the record's id. */
function nameOf({ id, startedAt, from, to }: StoredCall, at: number, zone: TimeZone): string {
  const when = zone.iso(startedAt).slice(0, "2026-03-08T14:30:06".length).replace("T", " ").replaceAll(":", "-");
  const nameOfParty = ({ name, number }: StoredCall["from"]): string =>
    fileNameOf(name, NAME_CHARACTERS) || fileNameOf(number, NAME_CHARACTERS) || "unknown";
  return `${when} ${nameOfParty(from)} - ${nameOfParty(to)} ${id}${at === 0 ? "" : `-${at + 1}`}.ogg`;
}
