import type { RecordingArchive } from "@callpanel/contract";
import type { StoredArchive } from "./archives.store.ts";

const DAY_MS = 86_400_000;
/** CDR-24: the file is kept this long after it was made. */
export const ARCHIVE_KEPT_DAYS = 1;

/** The file is available until this time; null while there is no file. */
export const expiresAt = ({ state, endedAt }: StoredArchive): number | null =>
  state === "done" && endedAt !== null ? endedAt + ARCHIVE_KEPT_DAYS * DAY_MS : null;

export function presentArchive(archive: StoredArchive): RecordingArchive {
  const { id, state, total, packed, missing, bytes, failure, beganAt } = archive;
  const until = expiresAt(archive);
  return {
    id,
    state,
    total,
    packed,
    missing,
    bytes,
    error: failure,
    created_at: new Date(beganAt).toISOString(),
    expires_at: until === null ? null : new Date(until).toISOString(),
  };
}
