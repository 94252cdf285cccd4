import type { KeepLimits } from "./company-settings.model.ts";
import type { RealmSettings } from "./realm-settings.model.ts";

export interface RealmSettingsReader {
  /** The current settings, with defaults where nothing was set. */
  of(realmId: number): Promise<RealmSettings>;
}

/** Every company, and how long it keeps what people write. */
export type CompanyLimits = () => Promise<ReadonlyArray<{ readonly realmId: number; readonly limits: KeepLimits }>>;
