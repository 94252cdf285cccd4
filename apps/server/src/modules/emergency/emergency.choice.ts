import { AppError, type EmergencyChoice } from "@callpanel/contract";
import type { RealmSettings } from "../realm-settings/index.ts";

/** ECID-3: @throws AppError settings.emergency.disabled, .profile, .location */
export function checkEmergencyChoice({ emergency }: Pick<RealmSettings, "emergency">, choice: EmergencyChoice): void {
  const { emergency_callerid_callback_profile_id: profileId } = choice;
  const { emergency_callerid_dispatchable_location_id: locationId } = choice;
  if (emergency.disabledGlobally) throw new AppError("settings.emergency.disabled");
  if (profileId !== null && !emergency.profiles.some(({ id }) => id === profileId))
    throw new AppError("settings.emergency.profile");
  if (locationId !== null && !emergency.locations.some(({ id }) => id === locationId))
    throw new AppError("settings.emergency.location");
}
