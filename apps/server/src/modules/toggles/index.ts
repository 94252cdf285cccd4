export { createTogglesModule } from "./toggles.routes.ts";
export { createToggles, type Toggles } from "./toggles.service.ts";
export type { ToggleOption, ToggleStore } from "./toggles.store.ts";
