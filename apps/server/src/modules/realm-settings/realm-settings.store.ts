import type { RealmSettings } from "./realm-settings.model.ts";

export interface RealmSettingsReader {
  /** The current settings, with defaults where nothing was set. */
  of(realmId: number): Promise<RealmSettings>;
}
