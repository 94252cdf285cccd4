export { createDirectoryModule } from "./directory.routes.ts";
export { createDialDirectory, LOT_TIMEOUT_SECONDS, slotsOf } from "./directory.model.ts";
export type { DialDirectory, DialTarget, Lot, NumberEntry, Subscriber } from "./directory.model.ts";
export type { DirectoryStore, FoundNumber } from "./directory.store.ts";
