import type { SubAccount, SubAccountFeature } from "@callpanel/contract";
import type { PageName } from "../../shared/routes.ts";

/** One person's row of a `…/can_watch_users` response, without the fields of the setting. */
export interface SettingRow {
  readonly user_id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly exten: string;
  readonly may_write: boolean;
}

/** What the pages show of a sub-account; pages that are not named are about this browser or the viewer alone. */
const PAGE_FEATURES: Readonly<Partial<Record<PageName, readonly SubAccountFeature[]>>> = {
  "settings-phone-status": ["do_not_disturb", "call_waiting", "intercom", "forward", "follow_me"],
  "settings-blacklist": ["user_preferences"],
  "settings-account": ["dids", "user_preferences"],
  "settings-notifications": ["user_preferences"],
  "settings-click-to-dial": ["click_to_dial"],
  "settings-call-screen-pop": ["screenpop"],
};
/** Both are one form (SET-17). */
const EMERGENCY: readonly SubAccountFeature[] = ["emergency_caller_id_profiles", "emergency_caller_id_locations"];

/** SET-3: whether a page has something of a sub-account that may be seen. */
export function showsSubAccount(page: PageName, { features }: Pick<SubAccount, "features">): boolean {
  if (page === "settings-emergency") return EMERGENCY.every((feature) => features.includes(feature));
  return PAGE_FEATURES[page]?.some((feature) => features.includes(feature)) === true;
}
