export { createAuthStore } from "./auth.store.ts";
export { createCallRecordStore } from "./call-record.store.ts";
export { createCompanyStore } from "./company.store.ts";
export { createDirectoryStore } from "./directory.store.ts";
export { createBuddyStore } from "./buddy.store.ts";
export { createPictureStore } from "./picture.store.ts";
export { createUserStore } from "./user.store.ts";
export { migrate } from "./migrate.ts";
export type { Tables } from "./schema.ts";
