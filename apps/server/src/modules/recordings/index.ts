export { seedDemoRecordings } from "./demo-recordings.ts";
export { adoptRecordings, createRecordingKeeper } from "./recording-keeper.ts";
export { createRecordingSounds, recordingRetention, type RecordingSounds } from "./recording-sounds.ts";
export type { RecordingFiles } from "./recordings.files.ts";
export { createRecordingsModule } from "./recordings.routes.ts";
export type { RecordingStore } from "./recordings.store.ts";
