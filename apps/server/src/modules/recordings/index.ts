export { seedDemoRecordings } from "./demo-recordings.ts";
export { adoptRecordings, createRecordingJournal } from "./recording-journal.ts";
export { createRecordingSounds, type RecordingSounds } from "./recording-sounds.ts";
export type { RecordingFiles } from "./recordings.files.ts";
export { recordingsModule } from "./recordings.module.ts";
export type { RecordingStore } from "./recordings.store.ts";
export { createMeetingRecordings, type MeetingRecording, type MeetingRecordings } from "./meeting-recordings.ts";
