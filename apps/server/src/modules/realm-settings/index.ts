export {
  COMPANY_SETTINGS,
  companySettingsOf,
  isAllowedPopUrl,
  isCompanySetting,
  settingFault,
} from "./company-settings.model.ts";
export type { CompanySettings, KeepLimits } from "./company-settings.model.ts";
export { DEFAULT_REALM_SETTINGS, EMERGENCY_NUMBERS, LINE_CLASSES, lineUse } from "./realm-settings.model.ts";
export type { LineUse, RealmSettings, Trunk } from "./realm-settings.model.ts";
export { isItemOf, realmSettingsOf } from "./realm-items.model.ts";
export type { KeptRealmItem, RealmItem } from "./realm-items.model.ts";
export { holdsAt } from "./time-condition.model.ts";
export { settingAct } from "./setting-act.ts";
export type { TimeCondition } from "./time-condition.model.ts";
export type { CompanyLimits, RealmSettingsReader, RealmSettingsStore } from "./realm-settings.store.ts";
