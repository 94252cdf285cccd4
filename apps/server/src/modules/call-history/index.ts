export { callHistoryModule } from "./call-history.module.ts";
export type { ArchiveItem, ArchiveStore, StoredArchive } from "./archive/archives.store.ts";
export { callPeriod } from "./call-filter.ts";
export { createArchives, type Archives } from "./archive/archives.ts";
export { notifyCallWritten } from "./call-history.events.ts";
export { seedDemoCalls } from "./demo-calls.ts";
export { mayReadCall } from "./call-history.policy.ts";
export type {
  CallHistoryStore,
  CallKindChoice,
  CallNarrowing,
  CallOrder,
  CallScope,
  CallSearch,
  ListedCall,
  RecordingPlace,
  StoredCall,
  RecordingChapter,
  StoredRecording,
} from "./call-history.store.ts";
