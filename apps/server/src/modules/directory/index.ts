export { directoryModule } from "./directory.module.ts";
export { LOT_TIMEOUT_SECONDS, slotsOf } from "./parking-lot.model.ts";
export { createDialDirectory, TELEPHONE_MODULES } from "./directory.model.ts";
export type { DialDirectory, DialTarget, Lot, NumberEntry, Subscriber } from "./directory.model.ts";
export { NUMBER_RANKS, numberQuestion, type NumberQuestion, type NumberSource } from "./number-search.ts";
export type { ChangedPeople, DirectoryStore, FoundNumber } from "./directory.store.ts";
