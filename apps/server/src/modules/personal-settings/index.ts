export { createPersonalSettingsModule } from "./personal-settings.routes.ts";
export type { PersonalSettingStore } from "./personal-settings.store.ts";
