export { togglesModule } from "./toggles.module.ts";
export { createToggles, type Toggles } from "./toggles.service.ts";
export type { ToggleOption, ToggleStore } from "./toggles.store.ts";
