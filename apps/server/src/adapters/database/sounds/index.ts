import type { Kysely } from "kysely";
import type { DatabaseArea } from "../database-area.ts";
import type { Tables } from "../schema.ts";
import { createAnnouncements } from "./announcement.migration.ts";
import { createAnnouncementStore } from "./announcement.store.ts";
import { addClosedRecordings } from "./closed-recording.migration.ts";
import { createRecordingArchives } from "./recording-archive.migration.ts";
import { createRecordingArchiveStore } from "./recording-archive.store.ts";
import { createRecordings } from "./recording.migration.ts";
import { createRecordingStore } from "./recording.store.ts";
import { createSoundIndex } from "./sound.index.ts";
import { createSounds } from "./sound.migration.ts";

/** Sounds, and what they are the sound of. */
export const soundsDatabase = {
  migrations: {
    "0007_recordings": createRecordings,
    "0080_sounds": createSounds,
    "0084_announcements": createAnnouncements,
    "0089_recording_archives": createRecordingArchives,
    "0285_closed_recordings": addClosedRecordings,
  },
  stores: (db: Kysely<Tables>) => ({
    sounds: createSoundIndex(db),
    recordings: createRecordingStore(db),
    recordingArchives: createRecordingArchiveStore(db),
    announcements: createAnnouncementStore(db),
  }),
} satisfies DatabaseArea;
