export { createDirectoryModule } from "./directory.routes.ts";
export { createDialDirectory, slotsOf, toE164 } from "./directory.model.ts";
export type { DialDirectory, NumberEntry, Subscriber } from "./directory.model.ts";
export type { DirectoryStore, FoundNumber } from "./directory.store.ts";
