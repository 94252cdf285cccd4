export { adoptRecordings, createRecordingKeeper, type RecordingKeeper } from "./recording-keeper.ts";
export type { ByteRange, RecordingFiles } from "./recordings.files.ts";
export { createRecordingsModule } from "./recordings.routes.ts";
export type { BegunRecording, EndedRecording, RecordedCall, RecordingStore } from "./recordings.store.ts";
