export { createBuddiesModule, type BuddyStateReader, type OwnEventTeller } from "./buddies.routes.ts";
export type { BuddyStore } from "./buddies.store.ts";
export type { WatchedList } from "./watched.model.ts";
