export { blacklistsModule } from "./blacklists.module.ts";
