export { createPlatformModule } from "./platform.routes.ts";
