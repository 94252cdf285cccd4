export { rightsOf } from "./rights.ts";
export { usersModule } from "./users.module.ts";
export type { EmergencyFacts } from "./users.routes.ts";
export { displayName, foldUsername } from "./users.model.ts";
export type { Credential, Realm, User } from "./users.model.ts";
export type { UserStore } from "./users.store.ts";
export { createCredential, createDecoyHash, DEMO_PASSWORD, hashSecret, verifyPassword } from "./password.ts";
export { changeableUser, mayChangeOf, mayReadOf, presentWatched, watchedUsers } from "./watching.ts";
