/**
 * Front door of the embedded phone system: registrar, B2BUA, dial plan and call control. It uses no database and no
 * HTTP.
 */
export { createPhoneSystem, type PhoneSystemDeps } from "./phone-system.ts";
export { SPOKEN, spokenFile, type SpokenKey } from "./spoken/spoken.ts";
export { SPOKEN_LANGUAGES, type SpokenText } from "./spoken/spoken-text.ts";
export { DEFAULT_PHONE_SETTINGS, type PhoneSettings } from "./settings.ts";
