export { createTogglesModule } from "./toggles.routes.ts";
export { createToggles, type ToggleOption, type Toggles } from "./toggles.service.ts";
export type { ToggleStore } from "./toggles.store.ts";
