export { createBuddiesModule, type BuddyStateReader } from "./buddies.routes.ts";
export type { BuddyStore } from "./buddies.store.ts";
export type { WatchedList } from "./watched.model.ts";
