export { createDirectoryModule, type DirectoryDeps } from "./directory.routes.ts";
export { createDialDirectory, slotsOf, toE164 } from "./directory.model.ts";
export type { DialDirectory, DialTarget, NumberEntry, NumberKind, Subscriber } from "./directory.model.ts";
export type { DirectoryStore, FoundNumber } from "./directory.store.ts";
