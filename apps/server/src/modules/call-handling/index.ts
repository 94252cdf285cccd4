export { createCallHandlings, type CallHandlings } from "./call-handling.service.ts";
export { callHandlingModule } from "./call-handling.module.ts";
export { NO_PERSONAL_STATE, NOTHING_SET, shownState } from "./call-handling.model.ts";
export type { BlockedNumber, CallHandling, PersonalState } from "./call-handling.model.ts";
export type { CallHandlingStore } from "./call-handling.store.ts";
export { notifyOwnSettings } from "./setting-notices.ts";
export { checkDestination } from "./destination.policy.ts";
