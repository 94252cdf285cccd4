import { AppError, APPLICATIONS_MAX, looksLike } from "@callpanel/contract";
import { companySettingsOf, isItemOf, type RealmItem } from "../../realm-settings/index.ts";

/**
 * COMPANY-40: the sign-in page names the application, which must not pass for the platform itself.
 *
 * @param added how many come to those of the company
 * @throws AppError admin.applicationName, admin.applicationsMax
 */
export function checkApplication(name: string, items: readonly RealmItem[], added = 0): void {
  const settings = items.filter(isItemOf("setting"));
  const { platformName } = companySettingsOf((setting) => settings.find((one) => one.name === setting)?.value);
  if (looksLike(name, platformName)) throw new AppError("admin.applicationName", { name: platformName, field: "name" });
  if (items.filter(isItemOf("application")).length + added > APPLICATIONS_MAX)
    throw new AppError("admin.applicationsMax", { limit: APPLICATIONS_MAX });
}
