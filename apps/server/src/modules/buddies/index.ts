export { createBuddiesModule, type PhoneStateReader } from "./buddies.routes.ts";
