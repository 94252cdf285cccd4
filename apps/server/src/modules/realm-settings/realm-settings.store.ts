import type { RealmSettings } from "./realm-settings.model.ts";

export interface RealmSettingsReader {
  /** As they stand now; the defaults where nothing was set. */
  of(realmId: number): Promise<RealmSettings>;
}
