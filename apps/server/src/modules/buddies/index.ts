export { createBuddiesModule, type BuddyStateReader } from "./buddies.routes.ts";
