export { seedDemoRecordings } from "./demo-recordings.ts";
export { adoptRecordings, createRecordingKeeper } from "./recording-keeper.ts";
export { createRecordingSounds, type RecordingSounds } from "./recording-sounds.ts";
export type { RecordingFiles } from "./recordings.files.ts";
export { recordingsModule } from "./recordings.module.ts";
export type { RecordingStore } from "./recordings.store.ts";
