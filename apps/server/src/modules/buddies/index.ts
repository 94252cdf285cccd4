export { createBuddiesModule, type BuddiesDeps, type PhoneStateReader } from "./buddies.routes.ts";
