export { buddiesModule } from "./buddies.module.ts";
export { followChangedCards } from "./changed-cards.ts";
export type { BuddyStore } from "./buddies.store.ts";
export type { WatchedList } from "./watched.model.ts";
