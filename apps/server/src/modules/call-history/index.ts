export { tellCallWritten } from "./call-history.events.ts";
export { seedDemoCalls } from "./demo-calls.ts";
export { mayReadCall } from "./call-history.policy.ts";
export { createCallHistoryModule } from "./call-history.routes.ts";
export type {
  CallHistoryStore,
  CallOrder,
  CallScope,
  CallSearch,
  StoredCall,
  StoredRecording,
} from "./call-history.store.ts";
