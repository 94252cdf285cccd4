export { CHAT_NOTICES, readSetting } from "./personal-settings.model.ts";
export { personalSettingsModule } from "./personal-settings.module.ts";
export type { PersonalSettingStore } from "./personal-settings.store.ts";
