import type { CallHandlings } from "../call-handling/index.ts";
import type { RealmSettingsReader } from "../realm-settings/index.ts";
import type { EmergencyFacts, User } from "../users/index.ts";

export interface EmergencyFactsDeps {
  readonly handlings: Pick<CallHandlings, "of">;
  readonly realmSettings: RealmSettingsReader;
}

/** ECID-5: the emergency numbers, and what an emergency call of a person would transmit. */
export function createEmergencyFacts(deps: EmergencyFactsDeps): (user: User) => Promise<EmergencyFacts> {
  return async ({ id: userId, realm }) => {
    const { emergency, company } = await deps.realmSettings.of(realm.id);
    const choice = deps.handlings.of(userId).emergency;
    const { profiles, locations, disabledGlobally } = emergency;
    const profile = profiles.find(({ id }) => id === choice.emergency_callerid_callback_profile_id);
    const location = locations.find(({ id }) => id === choice.emergency_callerid_dispatchable_location_id);
    return {
      // A profile that was removed in the meantime is no longer chosen.
      emergency_callerid_callback_profile_id: profile?.id ?? null,
      emergency_callerid_dispatchable_location_id: location?.id ?? null,
      ...(profile === undefined || disabledGlobally ? {} : { emergency_callerid_callback_profile: profile }),
      ...(location === undefined || disabledGlobally ? {} : { emergency_callerid_dispatchable_location: location }),
      ...(company.wantsEmergencyLocation && !disabledGlobally ? { emergency_location_required: true as const } : {}),
      emergency_numbers: [...emergency.numbers],
    };
  };
}
