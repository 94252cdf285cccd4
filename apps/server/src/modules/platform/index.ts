export { platformModule } from "./platform.module.ts";
