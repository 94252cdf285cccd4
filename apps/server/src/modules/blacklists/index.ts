export { createBlacklistsModule } from "./blacklists.routes.ts";
