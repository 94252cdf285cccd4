export { createPlatformModule, type PlatformDeps } from "./platform.routes.ts";
