import type { KeepLimits } from "./company-settings.model.ts";
import type { RealmSettings } from "./realm-settings.model.ts";

export interface RealmSettingsReader {
  /** The current settings, with defaults where nothing was set. */
  of(realmId: number): Promise<RealmSettings>;
}

export interface RealmSettingsStore extends RealmSettingsReader {
  /** Changes settings of a company, as texts by name that are valid; with their lines of the audit log. */
  change(
    realmId: number,
    values: Readonly<Record<string, string>>,
    by: { readonly userId: number; readonly at: number },
  ): Promise<void>;
}

/** Every company, and how long it keeps what people write. */
export type CompanyLimits = () => Promise<ReadonlyArray<{ readonly realmId: number; readonly limits: KeepLimits }>>;
